import sys

import tensorflow as tf

v = tf.Variable(1.0, name="scale")


@tf.function
def f(x):
    tf.print(v.name, v, output_stream=sys.stdout)
    tf.print(
        tf.strings.join([
            f"{v.name} = ",
            tf.strings.as_string(tf.cast(v, tf.float64), precision=2),
            ", norm = ",
            tf.strings.as_string(tf.cast(tf.norm(x), tf.float64), precision=2),
        ]),
        output_stream=sys.stdout,
    )
    return x * v


f(tf.constant([1.0]))
