import tensorflow as tf

# The numbers.
# tffix: ignore[fixed-prefetch]
numbers = tf.range(10)
