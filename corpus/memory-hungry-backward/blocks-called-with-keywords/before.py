import tensorflow as tf
from tensorflow.keras import layers

DEPTH = 16


class Residual(layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.conv1 = layers.Conv2D(width, 3, padding="same", activation="relu")
        self.conv2 = layers.Conv2D(width, 3, padding="same")

    def call(self, x, training=None):
        return tf.nn.relu(x + self.conv2(self.conv1(x)))


class Generator(tf.keras.Model):
    def __init__(self, width):
        super().__init__()
        self.residuals = []
        for _ in range(DEPTH):
            self.residuals.append(Residual(width))

    def call(self, x, training=None):
        for i, residual in enumerate(self.residuals):
            x = residual(x, training=training)
        return x
