import tensorflow as tf

numbers = tf.range(10)  # noqa: E501, T201
