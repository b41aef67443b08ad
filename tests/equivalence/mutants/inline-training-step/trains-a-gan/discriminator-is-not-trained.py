import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(3)
real = tf.random.stateless_normal((256, 4), seed=(5, 6)) * 0.5 + 1.0
dataset = tf.data.Dataset.from_tensor_slices(real).batch(32).repeat(4)
generator = keras.Sequential([layers.Dense(8, activation="relu"), layers.Dense(4)])
discriminator = keras.Sequential([layers.Dense(8, activation="relu"), layers.Dense(1)])
bce = keras.losses.BinaryCrossentropy(from_logits=True)
g_optimizer = keras.optimizers.Adam(1e-3)
d_optimizer = keras.optimizers.Adam(1e-3)
noise = tf.random.Generator.from_seed(7)


@tf.function
def train_step(images, z):
    # 1. the discriminator
    with tf.GradientTape() as tape:
        fake = discriminator(generator(z, training=True), training=True)
        genuine = discriminator(images, training=True)
        d_loss = bce(tf.ones_like(genuine), genuine) + bce(tf.zeros_like(fake), fake)
    grads = tape.gradient(d_loss, discriminator.trainable_variables)

    # 2. the generator
    with tf.GradientTape() as tape:
        fake = discriminator(generator(z, training=True), training=True)
        g_loss = bce(tf.ones_like(fake), fake)
    grads = tape.gradient(g_loss, generator.trainable_variables)
    g_optimizer.apply_gradients(zip(grads, generator.trainable_variables))
    return d_loss, g_loss


for images in dataset:
    z = noise.normal((32, 2))

    d_loss, g_loss = train_step(images, z)

    print("d:", float(d_loss), "g:", float(g_loss))
