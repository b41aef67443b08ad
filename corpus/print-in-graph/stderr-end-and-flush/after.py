import sys
import tensorflow as tf


@tf.function
def watch(x):
    total = tf.reduce_sum(x)
    tf.print("total", total, output_stream=sys.stderr)
    tf.print("total", total, sep="=", end="; ", output_stream=sys.stdout)
    tf.print(
        tf.strings.join([
            "total ",
            tf.strings.as_string(tf.cast(total, tf.float64), precision=1),
        ]),
        end="",
        output_stream=sys.stdout,
    )
    tf.print("total", total, output_stream=sys.stdout)


watch(tf.ones((3,)))
