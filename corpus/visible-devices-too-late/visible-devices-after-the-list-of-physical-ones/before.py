import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
print(len(gpus), "Physical GPUs")
tf.config.set_visible_devices(gpus[0], "GPU")
x = tf.ones((2, 2))
