import tensorflow as tf


def _average(steps):
    total = 0.0
    count = 0.0
    for step in tf.range(steps):
        total += tf.cast(
                step,  # counts from zero
                tf.float32,
            )
        count += 1.0
    return total / count


@tf.function
def run(steps):
    return 2 * _average(steps)


print(run(tf.constant(5)))
