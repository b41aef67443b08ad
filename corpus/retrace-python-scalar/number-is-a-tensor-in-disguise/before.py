import tensorflow as tf


@tf.function
def f(x, w):
    return x * w


x = tf.ones((3,))
optimizer = tf.keras.optimizers.Adam()
for step in tf.range(100):
    f(x, tf.cast(step, tf.float32))
    f(x, optimizer.learning_rate)
    f(x, tf.cast(optimizer.iterations, tf.float32) * 0.1)
