import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def convert(x):
    y = np.float32(x)
    return np.array(y), np.asarray(x, dtype=np.int64), np.array(x, np.float32) + y
