import numpy as np
import tensorflow as tf


def show(x):
    tf.print("element", x)
    return tf.square(x)


def trace(x):
    print("tracing")
    return tf.square(x)


def check(x):
    return tf.debugging.check_numerics(tf.cast(x, tf.float32), "bad")


def noisy(x):
    return tf.square(x) + np.random.normal()


def stamped(x):
    return tf.square(x), tf.timestamp()


ds = tf.data.Dataset.range(8)
ds.map(show), ds.map(trace), ds.map(check), ds.map(noisy), ds.map(stamped)
