import tensorflow as tf

w = tf.Variable(1.0)
unused = tf.Variable(2.0)

with tf.GradientTape(persistent=True) as tape:
    y = w * 2.0
grads = tape.gradient(y, [w, unused])
grads = [g if g is not None else tf.zeros_like(v) for g, v in zip(grads, [w, unused])]
zero = tape.gradient(y, unused, unconnected_gradients="zero")
