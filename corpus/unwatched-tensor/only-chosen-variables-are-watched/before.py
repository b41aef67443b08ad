import tensorflow as tf

x0 = tf.Variable(0.0)
x1 = tf.Variable(10.0)
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(x1)
    y = tf.sin(x0) + tf.nn.softplus(x1)
grad = tape.gradient(y, {"x0": x0, "x1": x1})
