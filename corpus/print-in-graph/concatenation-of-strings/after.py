import sys

import tensorflow as tf


@tf.function
def normalise(image):
    low = tf.reduce_min(image)
    high = tf.reduce_max(image)
    tf.print("range:", low, "to", high, output_stream=sys.stdout)
    tf.print(
        tf.strings.join([
            "scaled by ",
            tf.strings.as_string(tf.cast(high - low, tf.float64), precision=2),
        ]),
        output_stream=sys.stdout,
    )
    tf.print("low /", low, "/", high, output_stream=sys.stdout)
    return (image - low) / (high - low)


normalise(tf.constant([[0.0, 3.0], [2.0, 1.0]]))
