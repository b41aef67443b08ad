import tensorflow as tf


def make(files, offset, config):
    def shift(x):
        return tf.cast(x, tf.float32) + offset

    def scaled(x):
        return tf.cast(x, tf.float32) * config.scale

    return tf.data.TFRecordDataset(files).map(shift).map(scaled)
