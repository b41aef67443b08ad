import numpy as np
import tensorflow as tf


@tf.function
def relu(x):
    y = tf.identity(x)
    return tf.maximum(y, 0), tf.minimum(y, 1.0), tf.where(y > 0, y, 0.0), tf.where(y > 0, 1.0, tf.cast(y, tf.float32))
