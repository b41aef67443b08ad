import tensorflow as tf

numbers: int = tf.range(10)  # type: ignore
