import numpy as np
import tensorflow as tf


def read(path):
    return np.load(path.decode())


ds = tf.data.Dataset.from_tensor_slices(paths)
ds = ds.map(lambda path: tf.numpy_function(read, [path], tf.float32))
