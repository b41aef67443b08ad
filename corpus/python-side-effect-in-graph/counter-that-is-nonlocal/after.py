import tensorflow as tf


def make_step(model):
    n = tf.Variable(0)

    @tf.function
    def step(x):
        n.assign_sub(1)
        return model(x) * tf.cast(n, tf.float32)

    return step
