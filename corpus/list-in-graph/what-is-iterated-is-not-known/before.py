import tensorflow as tf


@tf.function
def concatenated(levels):
    flat = []
    for level in levels:
        flat.append(tf.reshape(level, [-1]))
    return tf.concat(flat, axis=0)
