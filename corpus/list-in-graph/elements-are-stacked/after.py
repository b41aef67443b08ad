import tensorflow as tf


@tf.function
def squares(n):
    found = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=())
    for i in tf.range(n):
        found = found.write(found.size(), tf.square(tf.cast(i, tf.float32)))
    return found.stack()


print(squares(tf.constant(5)))
