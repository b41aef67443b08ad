import numpy as np
import tensorflow as tf


@tf.function
def sample():
    a = tf.constant(np.random.randn(2000, 2000), dtype=tf.float32)
    b = tf.convert_to_tensor(np.random.rand(3, 4).astype(np.float32))
    c = tf.cast(np.random.uniform(-1, 1, (3, 4)), tf.float32)
    d = tf.constant(np.random.normal(size=[2]))
    e = tf.constant(np.random.randint(0, 10, size=(2, 3)))
    return a, b, c, d, e


sample()
