import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
done = [tf.config.experimental.set_memory_growth(gpus[0], True)] if gpus else []
print(done)
