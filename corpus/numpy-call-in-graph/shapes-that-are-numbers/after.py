import numpy as np
import tensorflow as tf


def flatten(image):
    size = 4
    a = tf.reshape(image, [-1])
    b = tf.reshape(image, [size])
    c = tf.reshape(image, (2, -1))
    return tf.concat([a, b, tf.reshape(c, [image.shape[0]])], 0)


images = tf.data.Dataset.from_tensor_slices(tf.ones((8, 4))).map(flatten)
