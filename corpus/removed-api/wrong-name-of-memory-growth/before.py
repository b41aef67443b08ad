import tensorflow as tf

for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.set_memory_growth(gpu, True)
