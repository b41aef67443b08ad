import sys

import tensorflow as tf


@tf.function
def f(x):
    y = tf.square(x)
    tf.print("y=", y, sep="", output_stream=sys.stdout)
    tf.print("y =", y, "and", x, output_stream=sys.stdout)
    tf.print(y, output_stream=sys.stdout)
    return y


f(tf.constant(2.0))
