import tensorflow as tf


@tf.function
def f(x):
    y = tf.reduce_sum(x)
    if tf.executing_eagerly():
        print("sum", y)
    return y
