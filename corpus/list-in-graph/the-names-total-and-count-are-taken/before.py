import tensorflow as tf

total = 100.0


@tf.function
def run(n):
    losses: list = []
    for i in tf.range(n):
        losses.append(tf.cast(i, tf.float32) / total)
    return tf.reduce_mean(losses)


print(run(tf.constant(5)))
