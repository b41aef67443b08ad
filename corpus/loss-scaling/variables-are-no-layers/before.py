import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")
w = tf.Variable([1.0, 2.0])
b = tf.Variable(0.0)
optimizer = tf.keras.optimizers.SGD(0.1)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.linalg.matvec(x, w) + b - y) ** 2)
    grads = tape.gradient(loss, [w, b])
    optimizer.apply_gradients(zip(grads, [w, b]))
