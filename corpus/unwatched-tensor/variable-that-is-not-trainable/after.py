import tensorflow as tf

scale = tf.Variable(1.5, trainable=False)
w = tf.Variable([1.0, 2.0])

with tf.GradientTape() as tape:
    tape.watch(scale)
    y = tf.reduce_sum(scale * w)
dw, dscale = tape.gradient(y, [w, scale])
