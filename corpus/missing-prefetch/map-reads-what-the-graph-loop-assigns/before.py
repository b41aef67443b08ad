import tensorflow as tf

difficulty = tf.Variable(1.0)


def scale(x):
    return tf.cast(x, tf.float32) * difficulty


@tf.function
def train(dataset):
    total = 0.0
    for x in dataset:
        total += tf.reduce_sum(x)
        difficulty.assign_add(0.1)
    return total


dataset = tf.data.Dataset.range(64).map(scale).batch(4)
print(train(dataset))
