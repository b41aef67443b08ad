# What a tape watches
import tensorflow as tf

x = tf.constant(3.0)
with tf.GradientTape() as tape:
    y = x * x
dy_dx = tape.gradient(y, x)
print("not watched:", dy_dx)  # None

z = tf.constant(2.0)
with tf.GradientTape() as tape:
    y = z**3
# A constant is not watched, so that this is None as well.
dy_dz = tape.gradient(y, z)
print(dy_dz)
