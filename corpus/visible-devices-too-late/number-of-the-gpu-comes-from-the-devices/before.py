import os

import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
last = len(gpus) - 1
os.environ["CUDA_VISIBLE_DEVICES"] = str(last)
