import tensorflow as tf


def gradient_penalty(discriminator, real, fake):
    alpha = tf.random.uniform([len(real), 1, 1, 1])
    mixed = tf.cast(alpha * real + (1.0 - alpha) * fake, tf.float32)
    with tf.GradientTape() as tape:
        # one score for each image
        scores = discriminator(mixed, training=True)
    gradients = tape.gradient(scores, [mixed])[0]
    norms = tf.sqrt(tf.reduce_sum(tf.square(gradients), axis=[1, 2, 3]))
    return tf.reduce_mean(tf.square(norms - 1.0))
