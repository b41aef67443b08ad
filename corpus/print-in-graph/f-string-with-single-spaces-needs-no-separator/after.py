import sys

import tensorflow as tf

mean = tf.keras.metrics.Mean()


@tf.function
def update(values):
    mean.update_state(values)
    total = tf.reduce_sum(values)
    tf.print("mean", mean.result(), "total", total, output_stream=sys.stdout)
    tf.print(total, output_stream=sys.stdout)
    tf.print(
        "[",
        total,
        "] of ",
        mean.result(),
        f", {len(values.shape)} axes",
        sep="",
        output_stream=sys.stdout,
    )


update(tf.constant([1.0, 2.0]))
update(tf.constant([3.0, 4.0]))
