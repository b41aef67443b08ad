import random

import numpy as np
import tensorflow as tf


def blockout(image, low=0.1):
    p = np.random.random()
    if p >= 0.35:
        h, w = 32, 32
        size = tf.random.uniform([], 4, 8, dtype=tf.int32)
        mask = tf.pad(tf.zeros([size, size, 3]), [[0, h - size], [0, w - size], [0, 0]], constant_values=1.0)
        return image * mask
    else:
        return tf.identity(image)


def flip(image):
    if random.random() > 0.5:
        return tf.image.flip_left_right(image)
    return image


def augment(image):
    return flip(blockout(tf.cast(image, tf.float32)))


dataset = tf.data.Dataset.from_tensor_slices(tf.zeros((4, 32, 32, 3))).map(augment).batch(2)
for images in dataset:
    print(images.shape)
