import random

import numpy as np
import tensorflow as tf


def augment(image, label):
    image = tf.image.convert_image_dtype(image, tf.float32)
    if random.random() < 0.5:
        image = tf.image.flip_left_right(image)
    image = tf.image.adjust_brightness(image, random.uniform(-0.2, 0.2))
    image = tf.image.rot90(image, k=np.random.randint(4))
    noise = np.random.normal(0.0, 0.05, size=(32, 32, 3))
    return image + noise, label


images = tf.zeros((64, 32, 32, 3), tf.uint8)
dataset = tf.data.Dataset.from_tensor_slices((images, tf.range(64))).map(augment).batch(8)
