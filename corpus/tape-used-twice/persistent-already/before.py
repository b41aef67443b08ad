import tensorflow as tf

x = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    y = x * x
    z = y * x
print(tape.gradient(y, x), tape.gradient(z, x))
del tape
