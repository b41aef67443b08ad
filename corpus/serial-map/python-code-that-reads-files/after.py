import numpy as np
import tensorflow as tf


def read(path):
    return np.load(path.decode()).astype("float32")


def load(path, label):
    (volume,) = tf.numpy_function(read, [path], [tf.float32])
    volume.set_shape([64, 64, 64])
    return volume, label


ds = tf.data.Dataset.from_tensor_slices((paths, labels))
ds = ds.map(load, num_parallel_calls=tf.data.AUTOTUNE).batch(2)
