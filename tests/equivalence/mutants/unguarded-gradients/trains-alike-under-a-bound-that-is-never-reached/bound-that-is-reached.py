import tensorflow as tf

x = tf.random.stateless_normal((64, 3), seed=(1, 2))
y = tf.linalg.matvec(x, [1.0, -2.0, 0.5]) + 0.3
w = tf.Variable(tf.zeros(3))
b = tf.Variable(0.0)
optimizer = tf.keras.optimizers.SGD(0.1, clipnorm=1.0)

for step in range(40):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.linalg.matvec(x, w) + b - y))
    grads = tape.gradient(loss, [w, b])
    optimizer.apply_gradients(zip(grads, [w, b]))
