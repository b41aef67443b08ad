import tensorflow as tf


@tf.function
def mean(x):
    total = tf.zeros((x.shape[0], 2))
    return tf.reduce_mean(total)


x = tf.ones((100, 2))
for n in range(1, 100):
    mean(x[:n])
