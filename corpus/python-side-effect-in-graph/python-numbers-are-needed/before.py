import random

import numpy as np
import tensorflow as tf

SIZES = [32, 64]


@tf.function
def crop(image: tf.Tensor):
    size = SIZES[random.randint(0, 1)]
    image = tf.image.resize(image, (size, size))
    image = image * np.random.randint(3)
    if np.random.rand() < 0.5:
        return None
    return helper(image, random.random())


def helper(image, factor):
    return image if factor > 0.5 else -image
