import tensorflow as tf

a, b = tf.constant(5.0), tf.constant(3.0)
with tf.GradientTape() as tape:
    c = 3 * a**2 + 2 * a * b
print(tape.gradient(c, [a, b]))

with tf.GradientTape() as tape:
    tape.watch(a)
    tape.watch(b)
    c = 3 * a**2 + 2 * a * b
print(tape.gradient(c, [a, b]))
