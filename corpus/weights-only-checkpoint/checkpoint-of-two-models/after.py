import tensorflow as tf


class Generator(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(2)

    def call(self, z):
        return self.out(z)


class Discriminator(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.out(x)


def main():
    generator = Generator()
    discriminator = Discriminator()
    g_optimizer = tf.keras.optimizers.Adam(2e-4, beta_1=0.5)
    d_optimizer = tf.keras.optimizers.Adam(2e-4, beta_1=0.5)
    checkpoint = tf.train.Checkpoint(G=generator, D=discriminator, g_optimizer=g_optimizer, d_optimizer=d_optimizer)
    checkpoint.restore(tf.train.latest_checkpoint("gan"))

    for epoch in range(300):
        for real in dataset:
            z = tf.random.normal((16, 4))
            with tf.GradientTape() as tape:
                d_loss = d_loss_fn(discriminator(real), discriminator(generator(z)))
            grads = tape.gradient(d_loss, discriminator.trainable_variables)
            d_optimizer.apply_gradients(zip(grads, discriminator.trainable_variables))
            with tf.GradientTape() as tape:
                g_loss = g_loss_fn(discriminator(generator(z)))
            grads = tape.gradient(g_loss, generator.trainable_variables)
            g_optimizer.apply_gradients(zip(grads, generator.trainable_variables))
        checkpoint.save("gan/ckpt")


if __name__ == "__main__":
    main()
