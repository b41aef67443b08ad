import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def normalise(x):
    mean = tf.reduce_mean(x, axis=1, keepdims=True)
    largest = tf.reduce_max(x, 1)
    index = tf.argmax(x, axis=-1)
    total = tf.reduce_sum(x, axis=(0, 1))
    spread = tf.math.reduce_std(x, axis=0)
    return (x - mean) / spread, largest, index, total
