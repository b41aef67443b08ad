import tensorflow as tf

w, b = tf.Variable(1.0), tf.Variable(0.0)
with tf.GradientTape() as tape:
    loss = tf.square(w * 2.0 + b - 1.0)
dw, db = tape.gradient(loss, [w, b])
print(dw, db)
