import math

import tensorflow as tf


@tf.function
def weighted(loss, step):
    return loss * (1.0 - math.exp(-step))


loss = tf.constant(1.0)
for step in range(100):
    loss = weighted(loss, step)
