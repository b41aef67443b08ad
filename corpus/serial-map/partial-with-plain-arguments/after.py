from functools import partial

import tensorflow as tf


def crop(image, size):
    return tf.image.resize(image, (size, size))


ds = tf.data.Dataset.from_tensor_slices(images).map(partial(crop, size=96), num_parallel_calls=tf.data.AUTOTUNE)
