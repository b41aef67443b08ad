import numpy as np
import tensorflow as tf


@tf.function
def features(a):
    x = tf.cast(a, tf.float32)
    k = tf.cast(a, tf.int32)
    return np.sqrt(k), np.add(x, k), np.concatenate([x, x], axis=None)


features(tf.ones((4, 3)))
