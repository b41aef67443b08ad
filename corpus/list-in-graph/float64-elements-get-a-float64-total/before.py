import tensorflow as tf


@tf.function
def run(n):
    with tf.name_scope("mean"):
        values = []
        for i in tf.range(n): values.append(tf.cast(i, tf.float64))
        return tf.reduce_mean(values)


print(run(tf.constant(5)))
