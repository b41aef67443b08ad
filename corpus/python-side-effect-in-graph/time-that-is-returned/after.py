import time

import tensorflow as tf


@tf.function
def step(x):
    now = tf.timestamp()
    tf.print("at", now)
    return x * 2


@tf.function
def when():
    return tf.timestamp()


step(tf.ones(3))
