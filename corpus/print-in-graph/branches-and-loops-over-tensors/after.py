import sys

import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([None], tf.float32)])
def search(limit, x):
    best = tf.constant(0.0)
    for i in tf.range(limit):
        value = x[i]
        if value > best:
            best = value
            tf.print("better at", i, "value", value, output_stream=sys.stdout)
        else:
            tf.print(i, ": ", value, " is no better", sep="", output_stream=sys.stdout)
    while best > 1.0:
        best = best / 2.0
        tf.print(best, output_stream=sys.stdout)
    return best


search(tf.constant(2), tf.constant([3.0, 1.0]))
