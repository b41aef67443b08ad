import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_float16")
generator = keras.Sequential([layers.Dense(8), layers.Dense(4, dtype="float32")])
discriminator = keras.Sequential([layers.Dense(8), layers.Dense(1, dtype="float32")])
bce = keras.losses.BinaryCrossentropy(from_logits=True)
g_optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-4))
d_optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-4))


@tf.function
def train_step(real, noise):
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake = generator(noise, training=True)
        judged = discriminator(fake, training=True)
        g_loss = bce(tf.ones_like(judged), judged)
        d_loss = bce(tf.zeros_like(judged), judged) + bce(tf.ones_like(judged), discriminator(real, training=True))
        scaled_g_loss = g_optimizer.scale_loss(g_loss)
        scaled_d_loss = d_optimizer.scale_loss(d_loss)
    g_grads = g_tape.gradient(scaled_g_loss, generator.trainable_variables)
    d_grads = d_tape.gradient(scaled_d_loss, discriminator.trainable_variables)
    g_optimizer.apply_gradients(zip(g_grads, generator.trainable_variables))
    d_optimizer.apply_gradients(zip(d_grads, discriminator.trainable_variables))
    return g_loss, d_loss


for _ in range(3):
    train_step(tf.ones([8, 4]), tf.random.normal([8, 2]))
