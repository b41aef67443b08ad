import tensorflow as tf


def gradients(f, g, x, persistent):
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(x)
        y, z = f(x), g(x)
    return tape.gradient(y, x), tape.gradient(z, x)
