import tensorflow as tf


@tf.function
def collatz(n: tf.Tensor):
    path = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    value = tf.cast(n, tf.int32)
    while value > 1:
        path = path.write(path.size(), value)
        if value % 2 == 0:
            value = value // 2
        else:
            value = 3 * value + 1
    return tf.reduce_max(path.stack()), path.size()


print(collatz(tf.constant(6)))
