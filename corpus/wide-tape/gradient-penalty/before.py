import tensorflow as tf


def gradient_penalty(discriminator, real, fake):
    alpha = tf.random.uniform([tf.shape(real)[0], 1, 1, 1])
    mixed = alpha * real + (1 - alpha) * fake
    with tf.GradientTape() as tape:
        tape.watch(mixed)
        scores = discriminator(mixed, training=True)
        grads = tape.gradient(scores, mixed)
        norm = tf.sqrt(tf.reduce_sum(tf.square(grads), axis=[1, 2, 3]))
    return tf.reduce_mean((norm - 1.0) ** 2)
