import itertools

import tensorflow as tf


def maximum(dtype, dim):
    return tf.reduce_max(tf.ones([17] * dim, dtype))


for dtype, dim in itertools.product([tf.int32, tf.int64, tf.float32], [1, 2, 3]):
    print(tf.function(maximum, jit_compile=True)(dtype, dim))
