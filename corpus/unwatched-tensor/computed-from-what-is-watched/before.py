import tensorflow as tf

x = tf.constant(1.0)
w1 = tf.constant(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch([w1])
    y1 = x * w1
    y2 = y1 * 3.0
dy2_dy1 = tape.gradient(y2, [y1])[0]
