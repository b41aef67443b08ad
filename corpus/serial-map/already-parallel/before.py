import tensorflow as tf


def double(x):
    return tf.cast(x, tf.float32) * 2.0


ds = tf.data.Dataset.range(8)
a = ds.map(double, num_parallel_calls=tf.data.AUTOTUNE)
b = ds.map(double, 4)
c = ds.map(double, tf.data.experimental.AUTOTUNE)
d = ds.map(double, num_parallel_calls=None)
e = ds.interleave(tf.data.TFRecordDataset, 4, 1, 4)
f = ds.map(double, synchronous=True)
