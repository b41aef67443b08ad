import tensorflow as tf

GROWTH = False
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.experimental.set_memory_growth(gpus[0], GROWTH)
