import tensorflow as tf

ds = tf.data.Dataset.range(9).batch(2)
# 显存有限，只预取一批
ds = ds.prefetch(1)
