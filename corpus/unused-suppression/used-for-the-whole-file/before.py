import tensorflow as tf

# tffix: ignore-file[TF303]
dataset = tf.data.Dataset.range(10).batch(2).prefetch(2)
second = tf.data.Dataset.range(10).batch(2).prefetch(2)
