import tensorflow as tf


class Reader:
    def __init__(self, files, batch_size):
        self.batch_size = batch_size
        self.files = files

    def dataset(self):
        ds = tf.data.TFRecordDataset(self.files)
        ds = ds.map(parse, num_parallel_calls=tf.data.AUTOTUNE)
        ds = ds.prefetch(1000)
        ds = ds.batch(self.batch_size)
        return ds
