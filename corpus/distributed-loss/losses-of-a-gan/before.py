import tensorflow as tf
from tensorflow import keras

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    generator = keras.Sequential([keras.layers.Input((8,)), keras.layers.Dense(4)])
    discriminator = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1)])
    g_optimizer = keras.optimizers.SGD(0.1)
    d_optimizer = keras.optimizers.SGD(0.1)
bce = keras.losses.BinaryCrossentropy(from_logits=True, reduction="none")


def train_step(images):
    noise = tf.random.normal([8, 8])
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake = generator(noise, training=True)
        real_logits = discriminator(images, training=True)
        fake_logits = discriminator(fake, training=True)
        g_loss = tf.reduce_mean(bce(tf.ones_like(fake_logits), fake_logits))
        real_loss = tf.reduce_mean(bce(tf.ones_like(real_logits), real_logits))
        d_loss = real_loss + tf.reduce_mean(bce(tf.zeros_like(fake_logits), fake_logits))
    gradients = g_tape.gradient(g_loss, generator.trainable_variables)
    g_optimizer.apply_gradients(zip(gradients, generator.trainable_variables))
    gradients = d_tape.gradient(d_loss, discriminator.trainable_variables)
    d_optimizer.apply_gradients(zip(gradients, discriminator.trainable_variables))
    return g_loss, d_loss


def train(dataset):
    for batch in strategy.experimental_distribute_dataset(dataset):
        g_loss, d_loss = strategy.run(train_step, args=(batch,))
        print(
            strategy.reduce(tf.distribute.ReduceOp.SUM, g_loss, axis=None),
            strategy.reduce(tf.distribute.ReduceOp.SUM, d_loss, axis=None),
        )
