import tensorflow as tf

tf.config.experimental.set_memory_growth(tf.config.list_physical_devices("GPU")[0], True)
