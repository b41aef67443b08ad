import tensorflow as tf


@tf.function
def squares(n):
    found = []
    for i in tf.range(n):
        found.append(tf.square(tf.cast(i, tf.float32)))
    return tf.stack(found)


print(squares(tf.constant(5)))
