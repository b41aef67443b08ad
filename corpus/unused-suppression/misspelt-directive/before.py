import tensorflow as tf

numbers = tf.range(10)  # tffix: ignroe[TF303]
