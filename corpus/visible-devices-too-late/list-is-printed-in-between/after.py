import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
tf.config.set_visible_devices(gpus[1:], "GPU")
strategy = tf.distribute.MirroredStrategy()
print("found", len(gpus), [gpu.name for gpu in gpus])
