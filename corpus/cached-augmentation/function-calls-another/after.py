import functools

import tensorflow as tf


def distort(image, delta):
    return tf.image.random_contrast(image, 1 - delta, 1 + delta)


def prepare(image, label, delta):
    return distort(image, delta), tf.one_hot(label, 10)


train = tf.data.Dataset.from_tensor_slices((images, labels))
train = train.cache()
train = train.map(functools.partial(prepare, delta=0.3))
train = train.batch(8)
model.fit(train, epochs=3)
