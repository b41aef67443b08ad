import tensorflow as tf
from tensorflow import keras

from tensorflow.keras import layers


class GAN:
    def __init__(self):
        self.generator = keras.Sequential([layers.Dense(49), layers.BatchNormalization()])
        self.discriminator = keras.Sequential([layers.Dense(16), layers.Dropout(0.3), layers.Dense(1)])
        self.g_optimizer = keras.optimizers.Adam(1e-4)
        self.d_optimizer = keras.optimizers.Adam(1e-4)

    def train_discriminator(self, images, fakes):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.discriminator(fakes)) - tf.reduce_mean(self.discriminator(images))
        gradients = tape.gradient(loss, self.discriminator.trainable_variables)
        self.d_optimizer.apply_gradients(zip(gradients, self.discriminator.trainable_variables))

    def train_generator(self, noise):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.discriminator(self.generator(noise, training=True)))
        gradients = tape.gradient(loss, self.generator.trainable_variables)
        self.g_optimizer.apply_gradients(zip(gradients, self.generator.trainable_variables))
