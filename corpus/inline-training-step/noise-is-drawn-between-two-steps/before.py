import tensorflow as tf

from networks import Discriminator, Generator, d_loss_fn, g_loss_fn


def main(dataset):
    generator = Generator()
    discriminator = Discriminator()
    g_optimizer = tf.keras.optimizers.Adam(2e-3, beta_1=0.5)
    d_optimizer = tf.keras.optimizers.Adam(2e-3, beta_1=0.5)
    batches = iter(dataset.repeat())

    for epoch in range(3000):
        batch_z = tf.random.normal([64, 100])
        batch_x = next(batches)
        # train D
        with tf.GradientTape() as tape:
            d_loss = d_loss_fn(generator, discriminator, batch_z, batch_x)
        grads = tape.gradient(d_loss, discriminator.trainable_variables)
        d_optimizer.apply_gradients(zip(grads, discriminator.trainable_variables))

        batch_z = tf.random.normal([64, 100])
        # train G
        with tf.GradientTape() as tape:
            g_loss = g_loss_fn(generator, discriminator, batch_z)
        grads = tape.gradient(g_loss, generator.trainable_variables)
        g_optimizer.apply_gradients(zip(grads, generator.trainable_variables))

        print(epoch, float(d_loss), float(g_loss))
