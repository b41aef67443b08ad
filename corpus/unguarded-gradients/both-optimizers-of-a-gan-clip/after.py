import tensorflow as tf

generator_optimizer = tf.optimizers.Adam(1e-4, beta_1=0.5, global_clipnorm=1.0)
discriminator_optimizer = tf.optimizers.Adam(
    1e-4,
    beta_1=0.5,  # 动量
    global_clipnorm=1.0,
)


def train_step(generator, discriminator, losses, images, noise):
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fakes = generator(noise, training=True)
        gen_loss, disc_loss = losses(discriminator(images, training=True), discriminator(fakes, training=True))
    gen_grads = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_grads = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gen_grads, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(disc_grads, discriminator.trainable_variables))
