import tensorflow as tf

dataset = tf.data.Dataset.range(100).batch(10)


@tf.function
def first():
    return next(dataset.as_numpy_iterator())


print(first())
