import tensorflow as tf

weights = tf.Variable(tf.zeros((3,)))

gpus = tf.config.list_physical_devices("GPU")
tf.config.set_visible_devices(gpus[:1], "GPU")
print(weights)
