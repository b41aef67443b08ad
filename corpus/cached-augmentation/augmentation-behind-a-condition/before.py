import tensorflow as tf


def load(image, label, training):
    if training:
        image = tf.image.random_flip_left_right(image)
    return image, label


def evaluation(image, label, training=False):
    if not training:
        return image, label
    return tf.image.random_hue(image, 0.1), label


valid = tf.data.Dataset.from_tensor_slices((images, labels)).map(lambda x, y: load(x, y, False)).cache().batch(32)
other = tf.data.Dataset.from_tensor_slices((images, labels)).map(evaluation).cache().batch(32)
model.fit(valid, epochs=3)
model.fit(other, epochs=3)
