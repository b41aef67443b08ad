import tensorflow as tf

x = tf.random.normal((4, 4))
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.experimental.set_memory_growth(gpus[0], True)
print(x)
