import os
import sys

if "--cpu" in sys.argv:
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
else:
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"
import tensorflow as tf

tf.print("using", tf.config.list_logical_devices())
