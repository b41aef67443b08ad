import tensorflow as tf

dataset = tf.data.Dataset.range(64).map(lambda i: tf.cast(i, tf.float32) / 64.0, num_parallel_calls=2).prefetch(tf.data.AUTOTUNE)


@tf.function
def total(data):
    result = 0.0
    for value in data:
        result += tf.square(value)
    return result


print(float(total(dataset)))
