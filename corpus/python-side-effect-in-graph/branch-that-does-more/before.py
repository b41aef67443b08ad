import random

import tensorflow as tf


@tf.function
def mask(x: tf.Tensor):
    if random.random() < 0.5:
        noise = tf.zeros_like(x)
    if random.random() < 0.5:
        x = x * 2.0
        print("flipped")
    return x + noise
