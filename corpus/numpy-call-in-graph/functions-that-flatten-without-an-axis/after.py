import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def best(x):
    return tf.argmax(tf.reshape(x, [-1])), tf.argmin(tf.reshape(x * 2, [-1])), tf.cumsum(tf.reshape(x, [-1]))
