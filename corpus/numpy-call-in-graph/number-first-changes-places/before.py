import numpy as np
import tensorflow as tf


@tf.function
def relu(x):
    y = tf.identity(x)
    return np.maximum(0, y), np.minimum(y, 1.0), np.where(y > 0, y, 0.0), np.where(y > 0, 1.0, tf.cast(y, tf.float32))
