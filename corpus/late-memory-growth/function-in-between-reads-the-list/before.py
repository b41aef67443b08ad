import tensorflow as tf

gpus = []


def scale():
    return max(len(gpus), 1)


seed = tf.constant(1)
batch_size = 32 * scale()
gpus = tf.config.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
