import tensorflow as tf

from mylib import compiled


@compiled
def f(x):
    y = tf.square(x)
    print("y", y)
    return y


@tf.function
def g(x):
    return f(x)


g(tf.constant(1.0))
