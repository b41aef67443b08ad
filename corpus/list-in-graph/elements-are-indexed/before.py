import tensorflow as tf


@tf.function
def run(n):
    values = []
    for i in tf.range(n):
        values.append(tf.cast(i, tf.float32))
    return values[0] + values[-1]
