import tensorflow as tf


def square(x):
    y = tf.square(x)
    print("square", y)
    return y


tf.vectorized_map(square, tf.range(3.0))
