import os

os.environ["CUDA_VISIBLE_DEVICES"] = "0,1,2,3"

import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.experimental.set_memory_growth(gpus[0], True)
