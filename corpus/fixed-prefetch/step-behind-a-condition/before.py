import tensorflow as tf


def _input(path, training, prefetch=True):
    ds = tf.data.Dataset.list_files(path, shuffle=False)
    if training:
        ds = ds.shuffle(100)
    if prefetch:
        ds = ds.prefetch(buffer_size=4)
    return ds
