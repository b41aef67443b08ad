import tensorflow as tf


@tf.function
def step(x):
    return tf.reduce_mean(x)


@tf.function
def run(x):
    total = 0.0
    for n in range(1, 10):
        total += step(x[:n])
    return total


for _ in range(100):
    run(tf.ones((100, 2)))
