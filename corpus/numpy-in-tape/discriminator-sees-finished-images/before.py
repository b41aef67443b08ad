import numpy as np
import tensorflow as tf

generator = tf.keras.Sequential([tf.keras.layers.Dense(784)])
discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)


def discriminator_gradients(real, noise):
    with tf.GradientTape() as tape:
        fake = generator(noise, training=False).numpy()
        images = np.concatenate([fake, real])
        labels = np.concatenate([np.ones((len(fake), 1)), np.zeros((len(real), 1))])
        loss = bce(labels, discriminator(images, training=True))
    return tape.gradient(loss, discriminator.trainable_variables)
