import random

import numpy as np
import tensorflow as tf


def augment(image, label):
    image = tf.image.convert_image_dtype(image, tf.float32)
    if tf.random.uniform(()) < 0.5:
        image = tf.image.flip_left_right(image)
    image = tf.image.adjust_brightness(image, tf.random.uniform((), -0.2, 0.2))
    image = tf.image.rot90(image, k=tf.random.uniform((), 0, 4, dtype=tf.int32))
    noise = tf.random.normal((32, 32, 3), 0.0, 0.05)
    return image + noise, label


images = tf.zeros((64, 32, 32, 3), tf.uint8)
dataset = tf.data.Dataset.from_tensor_slices((images, tf.range(64))).map(augment).batch(8)
