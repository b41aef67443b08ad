import sys

import tensorflow as tf


@tf.function
def f(x):
    y = tf.reduce_mean(x)
    tf.print("mean:", y, output_stream=sys.stdout)
    tf.print(tf.strings.join(["mean: ", tf.strings.as_string(tf.cast(y, tf.float64), precision=2)]))
    return y


f(tf.ones((2,)))
