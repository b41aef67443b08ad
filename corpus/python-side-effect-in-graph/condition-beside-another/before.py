import random

import tensorflow as tf


@tf.function
def augment(image: tf.Tensor, training=True):
    if training and random.random() > 0.5:
        image = tf.image.flip_up_down(image)
    else:
        image = tf.identity(image)
    image = tf.image.transpose(image) if random.uniform(0, 1) < 0.1 else image
    return image
