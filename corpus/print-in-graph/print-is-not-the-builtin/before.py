import tensorflow as tf
from rich import print


@tf.function
def f(x):
    y = tf.square(x)
    print("y", y)
    return y
