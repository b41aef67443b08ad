import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
seed = tf.constant(1)
gpus.pop(0)  # leave the first one to the display
tf.config.set_visible_devices(gpus, "GPU")
