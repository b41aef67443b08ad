import time

import tensorflow as tf


@tf.function
def step(x):
    if tf.executing_eagerly():
        print(time.time())
    with tf.init_scope():
        print(time.time())
    return x
