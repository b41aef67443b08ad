import sys

import tensorflow as tf

TEMPLATE = "step {step}: loss={0:.3f} norm={1:+.2e}"
step = tf.Variable(0, dtype=tf.int64)


@tf.function
def report(gradients):
    norm = tf.linalg.global_norm(gradients)
    loss = tf.reduce_sum(gradients[0])
    tf.print(
        tf.strings.join([
            "step ",
            tf.strings.format("{}", step),
            ": loss=",
            tf.strings.as_string(tf.cast(loss, tf.float64), precision=3),
            " norm=",
            tf.strings.as_string(tf.cast(norm, tf.float64), precision=2, scientific=True, fill="+"),
        ]),
        output_stream=sys.stdout,
    )
    tf.print(loss, loss, norm, output_stream=sys.stdout)
    tf.print(
        tf.strings.join([
            tf.strings.as_string(tf.cast(loss, tf.float64), precision=2, width=10, fill="-"),
            "|",
            tf.strings.as_string(tf.cast(norm, tf.float64), precision=1, width=8, fill="0"),
            "|",
            tf.strings.as_string(tf.cast(loss, tf.float64) * 100, precision=0),
            "%|",
            tf.strings.as_string(tf.cast(norm, tf.float64), precision=6, shortest=True),
        ]),
        output_stream=sys.stdout,
    )
    step.assign_add(1)


report([tf.constant([0.25, 0.5])])
