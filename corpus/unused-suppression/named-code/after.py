import tensorflow as tf

numbers = tf.range(10)
