import tensorflow as tf
from tensorflow import keras

generator = keras.Sequential([keras.layers.Dense(8)])
critic = keras.Sequential([keras.layers.Dense(1)])
g_opt = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam())
d_opt = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam())


@tf.function
def train_critic(z, real):
    with tf.GradientTape() as tape:
        d_loss = tf.reduce_mean(critic(generator(z))) - tf.reduce_mean(critic(real))
        scaled = d_opt.scale_loss(d_loss)
    grads = tape.gradient(scaled, critic.trainable_variables)
    d_opt.apply_gradients(zip(grads, critic.trainable_variables))


@tf.function
def train_generator(z):
    with tf.GradientTape() as tape:
        g_loss = -tf.reduce_mean(critic(generator(z)))
        scaled_loss = g_opt.scale_loss(g_loss)
    grads = tape.gradient(scaled_loss, generator.trainable_variables)
    g_opt.apply_gradients(zip(grads, generator.trainable_variables))
