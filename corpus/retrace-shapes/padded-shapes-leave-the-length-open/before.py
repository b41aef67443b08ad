import tensorflow as tf


@tf.function
def total(tokens):
    return tf.reduce_sum(tokens)


def run(lines):
    ds = tf.data.Dataset.from_generator(lines, tf.int64, tf.TensorShape([None]))
    ds = ds.padded_batch(64, padded_shapes=[None])
    for tokens in ds:
        print(total(tokens))
