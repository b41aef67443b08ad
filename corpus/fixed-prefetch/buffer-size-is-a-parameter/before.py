import tensorflow as tf


def make(files, buffer_size, n_prefetch_batch=1):
    dataset = tf.data.TFRecordDataset(files)
    return dataset.batch(8).prefetch(buffer_size), dataset.prefetch(n_prefetch_batch)


make(["a"], 3)
