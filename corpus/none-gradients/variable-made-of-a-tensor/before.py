import tensorflow as tf

v = tf.Variable(2.0)
with tf.GradientTape() as tape:
    copy = tf.Variable(v * 3.0)
    y = copy * copy
print(tape.gradient(y, v))
