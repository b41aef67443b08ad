import tensorflow as tf

x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x
dy = tape.gradient(y, x)
with tf.GradientTape() as tape:
    z = x * x * x
dz = tape.gradient(z, x)
print(dy, dz)
