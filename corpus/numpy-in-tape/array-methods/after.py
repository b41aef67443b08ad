import tensorflow as tf

v = tf.Variable([1.0, -2.0, 3.0])

with tf.GradientTape() as tape:
    out = tf.square(v)
    loss = tf.reduce_mean(out)

print(tape.gradient(loss, v))
