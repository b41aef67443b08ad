import tensorflow as tf


def make_dataset(texts):
    ds = tf.data.Dataset.from_tensor_slices(texts)
    return ds.cache().shuffle(2048).batch(64)
