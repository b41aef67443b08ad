import tensorflow as tf


@tf.function
def f(x, sep: str):
    y = tf.square(x)
    print("y", f"{y:.2f}", sep=sep)
    return y


f(tf.constant(2.0), ", ")
