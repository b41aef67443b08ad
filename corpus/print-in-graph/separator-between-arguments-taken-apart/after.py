import sys

import tensorflow as tf


@tf.function
def compare(a, b):
    distance = tf.norm(a - b)
    angle = tf.reduce_sum(a * b)
    tf.print(
        tf.strings.join([
            "distance | ",
            tf.strings.as_string(tf.cast(distance, tf.float64), precision=2),
            " | angle | ",
            tf.strings.format("{}", angle),
        ]),
        output_stream=sys.stdout,
    )
    tf.print("distance=", distance, "\tangle=", angle, sep="", output_stream=sys.stdout)
    tf.print("'", distance, "' \"", angle, '"', sep="", output_stream=sys.stdout)


compare(tf.constant([1.0, 0.0]), tf.constant([0.0, 1.0]))
