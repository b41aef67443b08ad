import tensorflow as tf

w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    x = tf.constant([1.0, 2.0])  # the point
    y = tf.reduce_sum(w * tf.square(x))
dy_dx = tape.gradient(y, x)
