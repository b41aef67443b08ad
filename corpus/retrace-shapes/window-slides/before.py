import tensorflow as tf


@tf.function
def predict(window):
    return tf.reduce_mean(window, axis=0, keepdims=True)


window = tf.ones((30, 2))
for _ in range(1000):
    value = predict(window)
    window = tf.concat([window[1:], value], axis=0)
for _ in range(1000):
    window = tf.concat([window, predict(window)], axis=0)
    window = window[-30:]
