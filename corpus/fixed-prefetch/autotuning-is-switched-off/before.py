import tensorflow as tf

options = tf.data.Options()
options.autotune.enabled = False
ds = tf.data.Dataset.range(9).batch(3).prefetch(2).with_options(options)
