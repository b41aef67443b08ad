import tensorflow as tf

config = {"gpu": 0}
gpus = tf.config.list_physical_devices("GPU")
seed = tf.constant(1)
config["gpu"] = 1
tf.config.set_visible_devices(gpus[config["gpu"]], "GPU")
