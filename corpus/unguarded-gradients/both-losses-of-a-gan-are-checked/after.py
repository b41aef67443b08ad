import tensorflow as tf

generator_optimizer = tf.optimizers.Adam(1e-4, beta_1=0.5)
discriminator_optimizer = tf.optimizers.Adam(1e-4, beta_1=0.5)


@tf.function
def train_step(generator, discriminator, losses, images, noise):
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fakes = generator(noise, training=True)
        gen_loss, disc_loss = losses(discriminator(images, training=True), discriminator(fakes, training=True))
        gen_loss = tf.debugging.check_numerics(gen_loss, "gen_loss is not finite")
        disc_loss = tf.debugging.check_numerics(disc_loss, "disc_loss is not finite")
    gen_grads = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gen_grads, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(disc_grads, discriminator.trainable_variables))
