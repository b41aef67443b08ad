import tensorflow as tf


def f(x, w):
    return x * w


@tf.function
def g(x, w):
    return x * w


tf.config.run_functions_eagerly(True)
x = tf.ones((3,))
for i in range(100):
    f(x, i / 100)
    g(x, i / 100)
