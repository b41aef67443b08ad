import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    y = x * x * x
    dy = tape.gradient(y, x)
    d2y = tape.gradient(dy, x)
print(dy, d2y)
