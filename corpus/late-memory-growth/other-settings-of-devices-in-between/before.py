import os

import tensorflow as tf

w = tf.Variable(1.0)
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
