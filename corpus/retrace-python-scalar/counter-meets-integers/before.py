import tensorflow as tf


@tf.function
def shifted(tokens, offset):
    ids = tf.cast(tokens, tf.int32)
    return ids + offset


tokens = tf.range(10)
for offset in range(100):
    shifted(tokens, offset)
