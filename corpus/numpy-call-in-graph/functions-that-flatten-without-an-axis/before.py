import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def best(x):
    return np.argmax(x), np.argmin(x * 2), np.cumsum(x)
