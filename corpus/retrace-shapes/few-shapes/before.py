import random

import tensorflow as tf


@tf.function
def step(x):
    return tf.reduce_mean(x)


x = tf.ones((100, 2))
for n in (10, 20, 50):
    step(x[:n])
for _ in range(100):
    step(x[: random.choice([10, 20])])
    size = random.choice([32, 64, 96])
    step(tf.zeros((size, 2)))
for depth in range(3):
    x = tf.concat([x, x], axis=0)
    step(x)
