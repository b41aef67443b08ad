import tensorflow as tf

v = tf.Variable([1.0, -2.0, 3.0])

with tf.GradientTape() as tape:
    out = tf.square(v).numpy()
    loss = out.mean()

print(tape.gradient(loss, v))
