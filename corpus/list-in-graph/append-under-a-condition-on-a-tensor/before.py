import tensorflow as tf


@tf.function
def mean_of_large(limit):
    large = []
    for i in tf.range(10):
        value = tf.cast(i, tf.float32)
        if value > limit:
            large.append(value)
        else:
            tf.print("skipped", i)
    return tf.reduce_mean(tf.stack(large))


print(mean_of_large(tf.constant(4.0)))
