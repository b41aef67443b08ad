import tensorflow as tf
from tensorflow import keras

from tensorflow.keras import layers

generator = keras.Sequential([layers.Dense(49), layers.BatchNormalization(), layers.Reshape((7, 7, 1))])
discriminator = keras.Sequential([layers.Flatten(), layers.Dense(16), layers.Dropout(0.3), layers.Dense(1)])
cross_entropy = keras.losses.BinaryCrossentropy(from_logits=True)
g_optimizer = keras.optimizers.Adam(1e-4)
d_optimizer = keras.optimizers.Adam(1e-4)


@tf.function
def train_step(images):
    noise = tf.random.normal([16, 100])
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fakes = generator(noise)
        real, fake = discriminator(images), discriminator(fakes)
        g_loss = cross_entropy(tf.ones_like(fake), fake)
        d_loss = cross_entropy(tf.ones_like(real), real) + cross_entropy(tf.zeros_like(fake), fake)
    g_gradients = gen_tape.gradient(g_loss, generator.trainable_variables)
    d_gradients = disc_tape.gradient(d_loss, discriminator.trainable_variables)
    g_optimizer.apply_gradients(zip(g_gradients, generator.trainable_variables))
    d_optimizer.apply_gradients(zip(d_gradients, discriminator.trainable_variables))
