import time

import tensorflow as tf


@tf.function
def step(x):
    now = time.time()
    tf.print("at", now)
    return x * 2


@tf.function
def when():
    return time.time()


step(tf.ones(3))
