import tensorflow as tf


def pipeline(x, y, training):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.shuffle(100)
    ds = ds.batch(32)
    ds = ds.cache()
    return ds
