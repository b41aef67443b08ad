import tensorflow as tf

with tf.Graph().as_default() as graph:
    # The seed of this graph only: `tf.random.set_seed` would set that of everything else.
    tf.compat.v1.set_random_seed(1)
    noise = tf.random.normal([2])

dataset = tf.data.Dataset.range(4)
