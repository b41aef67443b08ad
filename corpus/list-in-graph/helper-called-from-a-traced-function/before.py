import tensorflow as tf


def _average(steps):
    numbers = []
    for step in tf.range(steps):
        numbers.append(
            tf.cast(
                step,  # counts from zero
                tf.float32,
            )
        )
    return tf.math.reduce_mean(numbers)


@tf.function
def run(steps):
    return 2 * _average(steps)


print(run(tf.constant(5)))
