import tensorflow as tf

dataset = tf.data.Dataset.range(100)


@tf.function
def stacked():
    return tf.stack([2 * x for x in dataset])


@tf.function
def total():
    return sum(x for x in dataset), sum(dataset)


print(stacked(), total())
