import tensorflow as tf


@tf.function
def run(n):
    with tf.name_scope("mean"):
        total = tf.constant(0.0, tf.float64)
        count = tf.constant(0.0, tf.float64)
        for i in tf.range(n):
            total += tf.cast(i, tf.float64)
            count += 1.0
        return total / count


print(run(tf.constant(5)))
