from tensorflow import keras
import tensorflow as tf


class GAN(keras.Model):
    def __init__(self, discriminator, generator):
        super().__init__()
        self.discriminator = discriminator
        self.generator = generator

    def compile(self, rate, loss_fn):
        super().compile()
        self.d_optimizer = keras.optimizers.SGD(rate)
        self.g_optimizer = keras.optimizers.SGD(rate)
        self.loss_fn = loss_fn


strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    gan = GAN(keras.Sequential([keras.layers.Dense(1)]), keras.Sequential([keras.layers.Dense(4)]))
gan.compile(0.1, keras.losses.BinaryCrossentropy(from_logits=True))
gan.fit(tf.ones((8, 4)))
