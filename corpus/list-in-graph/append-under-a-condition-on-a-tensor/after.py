import tensorflow as tf


@tf.function
def mean_of_large(limit):
    total = 0.0
    count = 0.0
    for i in tf.range(10):
        value = tf.cast(i, tf.float32)
        if value > limit:
            total += value
            count += 1.0
        else:
            tf.print("skipped", i)
    return total / count


print(mean_of_large(tf.constant(4.0)))
