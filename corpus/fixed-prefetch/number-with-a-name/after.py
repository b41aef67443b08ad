import tensorflow as tf

PREFETCH = 4

ds = tf.data.Dataset.range(10).batch(2).prefetch(tf.data.AUTOTUNE)
