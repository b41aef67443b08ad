import tensorflow as tf

v = tf.Variable([1.5, 2.5])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(v // 1.0)
grads = tape.gradient(y, v)
