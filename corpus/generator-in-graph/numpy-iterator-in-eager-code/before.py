import tensorflow as tf

dataset = tf.data.Dataset.range(10)


@tf.function
def square(x):
    return x * x


for x in dataset.as_numpy_iterator():
    print(square(tf.constant(x)).numpy(), list(dataset), [y for y in dataset])
