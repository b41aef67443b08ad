import tensorflow as tf

dataset = tf.data.Dataset.range(10).batch(2).prefetch(2)  # tffix: ignore[TF303] fits the memory
