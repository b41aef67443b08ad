import tensorflow as tf

x = tf.constant(3)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x))
