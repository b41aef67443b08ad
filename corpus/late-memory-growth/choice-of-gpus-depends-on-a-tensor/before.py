import tensorflow as tf

seed = tf.random.uniform((), 0, 2, tf.int32)
allow = bool(seed)
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, allow)
