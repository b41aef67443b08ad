import tensorflow as tf

ds = tf.data.Dataset.range(9)
ds = ds.prefetch()
ds = ds.prefetch(*sizes)
