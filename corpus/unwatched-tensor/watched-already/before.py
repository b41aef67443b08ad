import tensorflow as tf

x = tf.constant(3.0)
a, b = tf.constant(1.0), tf.constant(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    tape.watch([a, b])
    y = x * a + b
    z = y * y
print(tape.gradient(z, x), tape.gradient(z, y), tape.gradient(z, [a, b]))
