import tensorflow as tf
from tensorflow import keras

discriminator = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])


def gradient_penalty(real, fake):
    alpha = tf.random.uniform([4, 1, 1, 1])
    interpolated = tf.cast(real, tf.float32) * alpha + tf.cast(fake, tf.float32) * (1.0 - alpha)
    with tf.GradientTape() as gp_tape:
        pred = discriminator(interpolated, training=True)
    grads = gp_tape.gradient(pred, [interpolated])[0]
    norm = tf.sqrt(tf.reduce_sum(tf.square(grads), axis=[1, 2, 3]))
    return tf.reduce_mean((norm - 1.0) ** 2)
