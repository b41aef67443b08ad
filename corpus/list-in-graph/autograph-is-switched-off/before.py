import tensorflow as tf


@tf.function(autograph=False)
def run(n):
    values = []
    for i in tf.range(n):
        values.append(tf.cast(i, tf.float32))
    return tf.reduce_mean(values)
