import tensorflow as tf


def make(files):
    dataset = tf.data.TFRecordDataset(files)
    return dataset.prefetch(tf.data.AUTOTUNE)
