import tensorflow as tf


@tf.function
def step(x):
    return tf.reduce_mean(x)


x = tf.ones((100, 2))
for n in range(1, 100):
    step(x[:n])
