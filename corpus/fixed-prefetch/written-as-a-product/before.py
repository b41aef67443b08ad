import tensorflow as tf


def make(files):
    dataset = tf.data.TFRecordDataset(files)
    return dataset.prefetch(10 * 1024)
