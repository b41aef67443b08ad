import tensorflow as tf

total = 100.0


@tf.function
def run(n):
    losses_total = 0.0
    losses_count = 0.0
    for i in tf.range(n):
        losses_total += tf.cast(i, tf.float32) / total
        losses_count += 1.0
    return losses_total / losses_count


print(run(tf.constant(5)))
