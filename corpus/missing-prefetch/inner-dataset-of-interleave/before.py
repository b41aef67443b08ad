import tensorflow as tf


def read(path):
    dataset = tf.data.TextLineDataset(path).skip(1)
    return dataset.batch(100)


files = tf.data.Dataset.list_files("part-*.csv")
lines = files.interleave(read, cycle_length=4, num_parallel_calls=4).unbatch().batch(32).prefetch(tf.data.AUTOTUNE)
model.fit(lines)
