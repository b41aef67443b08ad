import tensorflow as tf

MAX_IN_MEMORY = 2
ds = tf.data.Dataset.range(9).prefetch(MAX_IN_MEMORY)
