import tensorflow as tf


@tf.function
def collatz(n: tf.Tensor):
    path = []
    value = tf.cast(n, tf.int32)
    while value > 1:
        path.append(value)
        if value % 2 == 0:
            value = value // 2
        else:
            value = 3 * value + 1
    return tf.reduce_max(path), len(path)


print(collatz(tf.constant(6)))
