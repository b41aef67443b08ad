import tensorflow as tf


@tf.function
def moment(x, k):
    return tf.reduce_mean(tf.pow(x, k))


@tf.function
def moments(x, count=9):
    total = 0.0
    for k in range(2, count):
        total += moment(x, k)
    return total


for _ in range(10):
    moments(tf.ones((3,)))
