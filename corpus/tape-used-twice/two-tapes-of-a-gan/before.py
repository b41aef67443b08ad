import tensorflow as tf


@tf.function
def train_step(generator, discriminator, images, noise, g_loss, d_loss):
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fakes = generator(noise, training=True)
        real = discriminator(images, training=True)
        fake = discriminator(fakes, training=True)
        gen_loss, disc_loss = g_loss(fake), d_loss(real, fake)
    gen_grads = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    return gen_grads, disc_grads
