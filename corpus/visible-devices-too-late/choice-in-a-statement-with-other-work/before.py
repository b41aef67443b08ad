import tensorflow as tf

data = tf.data.Dataset.range(3)
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.set_visible_devices(gpu, "GPU")
    train(data)
