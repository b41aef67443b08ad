import tensorflow as tf

# The numbers.
numbers = tf.range(10)
