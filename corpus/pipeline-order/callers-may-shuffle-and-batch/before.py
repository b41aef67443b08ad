import tensorflow as tf


def examples(files):
    ds = tf.data.Dataset.from_tensor_slices(files).shuffle(100)
    return ds.map(read_example).cache()
