import tensorflow as tf


@tf.function
def run(a, b):
    parts = []
    for tensor in [a, b]:
        parts.append(tf.reduce_sum(tensor))
    return tf.stack(parts)


print(run(tf.ones(2), tf.ones(3)))
