import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * x
    z = y * y
dy = tape.gradient(y, x)
dz = tape.gradient(z, x)
del tape  # free the memory
print(dy, dz)
