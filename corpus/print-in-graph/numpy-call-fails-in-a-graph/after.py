import sys

import tensorflow as tf

counter = tf.Variable(0)


@tf.function
def count(x):
    counter.assign_add(1)
    loss = tf.reduce_mean(x)
    tf.print("call", counter, "loss", loss, output_stream=sys.stdout)
    tf.print(
        tf.strings.join([
            "loss ",
            tf.strings.as_string(tf.cast(loss, tf.float64), precision=2),
            " ",
            tf.strings.as_string(tf.cast(loss, tf.float64), precision=3),
            ", call ",
            tf.strings.as_string(tf.cast(counter, tf.int64)),
        ]),
        output_stream=sys.stdout,
    )
    return x


count(tf.ones((2, 2)))
