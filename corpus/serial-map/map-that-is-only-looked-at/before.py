import tensorflow as tf

ds = tf.data.Dataset.range(8)
print(list(ds.map(lambda x: tf.square(x))))
print(ds.map(lambda x: tf.one_hot(x, 8)).element_spec)
