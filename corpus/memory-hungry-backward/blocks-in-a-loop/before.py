import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Block(layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.norm = layers.LayerNormalization()
        self.attention = layers.MultiHeadAttention(8, width // 8)
        self.dense = layers.Dense(width, activation="gelu")

    def call(self, x):
        h = self.norm(x)
        return x + self.dense(self.attention(h, h))


class Encoder(keras.Model):
    def __init__(self, width=512, depth=24):
        super().__init__()
        self.blocks = [Block(width) for _ in range(depth)]
        self.head = layers.Dense(10)

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(tf.reduce_mean(x, axis=1))
