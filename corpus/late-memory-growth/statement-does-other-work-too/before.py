import tensorflow as tf

ds = tf.data.Dataset.range(3)
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
    train(ds, gpu)
