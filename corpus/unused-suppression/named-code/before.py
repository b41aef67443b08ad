import tensorflow as tf

numbers = tf.range(10)  # tffix: ignore[TF303] the buffer is small on purpose
