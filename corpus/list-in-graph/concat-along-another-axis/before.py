import tensorflow as tf


@tf.function
def run(n):
    columns = []
    for i in tf.range(n):
        columns.append(tf.fill((2, 1), tf.cast(i, tf.float32)) * tf.ones((2, 1)))
    return tf.concat(columns, axis=1)
