import tensorflow as tf


def augment(image, label):
    return tf.image.random_flip_left_right(image), label


def pipeline(ds: tf.data.Dataset, training):
    if training:
        ds = ds.map(augment)
    ds = ds.batch(32).cache()
    return ds
