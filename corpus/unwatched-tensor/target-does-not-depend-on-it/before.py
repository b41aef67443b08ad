import tensorflow as tf

x = tf.constant(1.0)
w = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    y = w * w
print(tape.gradient(y, w))
print(tape.gradient(y, x))
