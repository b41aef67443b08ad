import tensorflow as tf
from tensorflow import keras

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    generator = keras.Sequential([keras.layers.Input((8,)), keras.layers.Dense(4)])
    discriminator = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1)])
    g_optimizer = keras.optimizers.Adam(1e-4)
    d_optimizer = keras.optimizers.Adam(1e-4)
bce = keras.losses.BinaryCrossentropy(from_logits=True)


def train_step(images):
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake = generator(tf.random.normal([8, 8]), training=True)
        real_logits, fake_logits = discriminator(images), discriminator(fake)
        g_loss = bce(tf.ones_like(fake_logits), fake_logits)
        d_loss = bce(tf.ones_like(real_logits), real_logits) + bce(tf.zeros_like(fake_logits), fake_logits)
    update(g_tape, g_loss, generator, g_optimizer)
    gradients = d_tape.gradient(d_loss, discriminator.trainable_variables)
    d_optimizer.apply_gradients(zip(gradients, discriminator.trainable_variables))


def update(tape, loss, network, optimizer):
    optimizer.apply_gradients(zip(tape.gradient(loss, network.trainable_variables), network.trainable_variables))


@tf.function
def distributed(images):
    strategy.run(train_step, args=(images,))
