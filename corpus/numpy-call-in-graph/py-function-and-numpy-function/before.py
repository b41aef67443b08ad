import numpy as np
import tensorflow as tf


def augment(image):
    return np.flip(image.numpy(), axis=1)


def energy(image):
    return np.float32(np.sum(image))


def load(x: tf.Tensor):
    flipped = tf.py_function(augment, [x], tf.float32)
    return flipped, tf.numpy_function(energy, [x], tf.float32)


dataset = tf.data.Dataset.from_tensor_slices(tf.ones((2, 4, 4))).map(load)
