import os

os.environ["CUDA_VISIBLE_DEVICES"] = "0"

import tensorflow as tf

print(tf.config.list_physical_devices("GPU"))
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
