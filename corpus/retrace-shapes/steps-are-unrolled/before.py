import tensorflow as tf


@tf.function
def last(x):
    state = 0.0
    for value in tf.unstack(x):
        state = 0.9 * state + value
    return state


x = tf.ones((100,))
for n in range(1, 100):
    last(x[:n])
