import tensorflow as tf

w = tf.Variable(tf.random.normal((3, 2)))
x = tf.random.normal((4, 3))

with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = x @ w
    loss = tf.reduce_mean(y**2)

dl_dw = tape.gradient(loss, w)
dl_dx = tape.gradient(loss, x)
