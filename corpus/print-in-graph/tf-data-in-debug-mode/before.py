import tensorflow as tf

tf.data.experimental.enable_debug_mode()

ds = tf.data.Dataset.range(3)
ds = ds.map(lambda x: (print("element", x), x)[1])
