import os
import sys

import tensorflow as tf

if len(sys.argv) > 1:
    print(tf.config.list_physical_devices("GPU"))
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
