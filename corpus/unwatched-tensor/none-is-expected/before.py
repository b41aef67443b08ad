import tensorflow as tf

x = tf.constant(2.0)
with tf.GradientTape(persistent=True) as tape:
    y = x * x
first = tape.gradient(y, x)
assert first is None
second = tape.gradient(y, x, unconnected_gradients=tf.UnconnectedGradients.ZERO)
third = tape.gradient(y, x)  # None: constants are not watched
