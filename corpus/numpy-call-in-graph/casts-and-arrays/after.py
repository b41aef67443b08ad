import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def convert(x):
    y = tf.cast(x, tf.float32)
    return y, tf.cast(x, tf.int64), tf.cast(x, tf.float32) + y
