import tensorflow as tf


@tf.function
def label(x: tf.Tensor):
    name = f"loss-{tf.reduce_mean(x):.2f}"
    return tf.strings.join([name, "end"])
