import tensorflow as tf


@tf.function
def blocks(x: tf.Tensor):
    rows = tf.shape(x)[0]
    parts = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in range(rows):
        parts = parts.write(parts.size(), tf.cast(x[: i + 1], tf.float32))
    return parts.concat()


print(blocks(tf.constant([1, 2, 3])))
