import sys

import tensorflow as tf


@tf.function
def log(x, tag):
    norm = tf.norm(x)
    tf.print("norm of", tag, norm, output_stream=sys.stdout)
    tf.print(
        tf.strings.join([
            tf.strings.format("{}", [tag]),
            ": ",
            tf.strings.as_string(tf.cast(norm, tf.float64), precision=2),
        ]),
        output_stream=sys.stdout,
    )
    return norm
