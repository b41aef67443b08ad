import tensorflow as tf


def read(path):
    return tf.data.TextLineDataset(path).repeat().shuffle(100)


ds = tf.data.Dataset.list_files("*.txt").interleave(read, cycle_length=4).batch(32).prefetch(tf.data.AUTOTUNE)
model.fit(ds, steps_per_epoch=10)
