import tensorflow as tf


def read(path):
    return tf.data.TextLineDataset(path).map(lambda line: tf.strings.split([line]).values)


files = tf.data.Dataset.list_files("*.txt")
lines = files.flat_map(read)
windows = tf.data.Dataset.range(100).window(5).map(lambda window: tf.cast(window, tf.int32))
