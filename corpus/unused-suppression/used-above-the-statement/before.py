import tensorflow as tf

# tffix: ignore[fixed-prefetch]
dataset = tf.data.Dataset.range(10).batch(2).prefetch(2)
