import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
try:
    tf.config.experimental.set_memory_growth(gpus[0], True)
    has_gpu = True
except IndexError:
    has_gpu = False
