import tensorflow as tf
from tensorflow.keras import Sequential, layers, losses, optimizers, utils

utils.set_random_seed(5)
generator = Sequential([layers.Dense(8, activation="relu"), layers.Dense(4)])
discriminator = Sequential([layers.Dense(8, activation="relu"), layers.Dense(1)])
bce = losses.BinaryCrossentropy(from_logits=True)
g_optimizer = optimizers.Adam(1e-3)
d_optimizer = optimizers.Adam(1e-3)


def discriminator_loss(real, fake):
    return bce(tf.ones_like(real), real) + bce(tf.zeros_like(fake), fake)


# One step of both networks.
def train_step(images, noise):
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fakes = generator(noise, training=True)
        real = discriminator(images, training=True)
        fake = discriminator(fakes, training=True)
        gen_loss = bce(tf.ones_like(fake), fake)
        disc_loss = discriminator_loss(real, fake)
    gen_grads = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    g_optimizer.apply_gradients(zip(gen_grads, generator.trainable_variables))
    d_optimizer.apply_gradients(zip(disc_grads, discriminator.trainable_variables))
    return gen_loss, disc_loss


images = tf.random.stateless_normal((256, 4), seed=(1, 2)) + 1.0
noise = tf.random.stateless_normal((256, 2), seed=(3, 4))
for images, noise in tf.data.Dataset.from_tensor_slices((images, noise)).batch(32).repeat(5):
    gen_loss, disc_loss = train_step(images, noise)
print(float(gen_loss), float(disc_loss))
