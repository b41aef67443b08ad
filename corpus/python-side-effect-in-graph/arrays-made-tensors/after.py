import numpy as np
import tensorflow as tf


@tf.function
def sample():
    a = tf.random.normal([2000, 2000])
    b = tf.random.uniform([3, 4])
    c = tf.random.uniform((3, 4), -1, 1)
    d = tf.random.normal([2], dtype=tf.float64)
    e = tf.random.uniform((2, 3), 0, 10, dtype=tf.int64)
    return a, b, c, d, e


sample()
