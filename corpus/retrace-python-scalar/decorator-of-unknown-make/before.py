import tensorflow as tf

from project import scheduled


@scheduled
@tf.function
def f(x, w):
    return x * w


for i in range(100):
    f(tf.ones(3), i / 100)
