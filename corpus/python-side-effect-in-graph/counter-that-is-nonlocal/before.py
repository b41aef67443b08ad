import tensorflow as tf


def make_step(model):
    n = 0

    @tf.function
    def step(x):
        nonlocal n
        n -= 1
        return model(x) * tf.cast(n, tf.float32)

    return step
