import tensorflow as tf

ds = tf.data.Dataset.range(8).batch(2).prefetch(tf.data.AUTOTUNE)

 

total = 0
for x in ds:
    total += tf.reduce_sum(x)
