import tensorflow as tf

w = tf.Variable(3.0)
for _ in range(3):
    with tf.GradientTape() as tape:
        y = w ** 2
    dy = tape.gradient(y, w)
    w.assign_sub(0.1 * dy)
