import tensorflow as tf


@tf.function
def step(x):
    return tf.reduce_mean(x)


x = tf.ones((100, 2))
for n in range(100):
    step(x[n])
    step(x[n, :])
    step(x[:, 0])
    step(x[:-1])
