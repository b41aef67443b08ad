import sys

import tensorflow as tf

EPOCHS = 3
NAME = "demo"


@tf.function
def step(x, epoch: int):
    loss = tf.reduce_mean(x)
    tf.print(f"Epoch {epoch + 1:03d}/{EPOCHS}: loss", loss, output_stream=sys.stdout)
    tf.print(
        tf.strings.join([
            "Epoch %03d/%d [%s] loss " % (epoch + 1, EPOCHS, NAME),
            tf.strings.as_string(tf.cast(loss, tf.float64), precision=4),
        ]),
        output_stream=sys.stdout,
    )
    tf.print(
        tf.strings.join([
            f"{NAME}: ",
            tf.strings.as_string(tf.cast(loss, tf.float64), precision=2),
            f" after {len(NAME)} letters",
        ]),
        output_stream=sys.stdout,
    )
    tf.print(f"Epoch {epoch:>4} loss", loss, output_stream=sys.stdout)
    tf.print(f"{NAME}:", loss, output_stream=sys.stdout)
    return loss


for epoch in range(EPOCHS):
    step(tf.ones((2,)), epoch)
