import random

import numpy as np
import tensorflow as tf


@tf.function
def numbers():
    # 每次调用都相同
    dice = tf.random.uniform((), 1, 7, dtype=tf.int32)
    return tf.random.normal(()), tf.random.normal((), 1.0, 2.0), tf.random.uniform([3], dtype=tf.float64), dice


@tf.function
def scaled(x):
    factor = tf.random.uniform((), 0.8, 1.2)
    shift = tf.random.normal(x.shape)
    return factor * x + 0.1 * shift


print(numbers(), scaled(tf.ones(3)))
