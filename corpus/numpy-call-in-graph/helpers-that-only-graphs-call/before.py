import numpy as np
import tensorflow as tf


def _scale(image):
    return np.clip(image, 0.0, 1.0)


@tf.function
def _error(a, b):
    def squared(z):
        return np.square(z)

    difference = a - b
    return np.sum(squared(difference), axis=-1)


def prepare(image: tf.Tensor, label: tf.Tensor):
    image = _scale(tf.cast(image, tf.float32))
    return image, np.expand_dims(label, -1)


dataset = tf.data.Dataset.from_tensor_slices((tf.zeros((4, 8)), tf.zeros(4))).map(prepare)
_error(tf.ones((2, 3)), tf.zeros((2, 3)))
