import tensorflow as tf


def make(sep):
    @tf.function
    def f(x):
        y = tf.square(x)
        print("y", y, sep=sep)
        return y

    return f


make(None)(tf.constant(2.0))
