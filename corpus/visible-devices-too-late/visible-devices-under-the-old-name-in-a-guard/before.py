import tensorflow as tf

mean = tf.keras.metrics.Mean()
gpus = tf.config.experimental.list_physical_devices("GPU")
if gpus:
    # only the first
    tf.config.experimental.set_visible_devices(gpus[0], "GPU")
print(mean.result())
