import tensorflow as tf
from tensorflow.keras import layers


class EncoderLayer(layers.Layer):
    def __init__(self, width, rate):
        super().__init__()
        self.dense = layers.Dense(width)
        self.dropout = layers.Dropout(rate)

    def call(self, x, training=None):
        return x + self.dropout(self.dense(x), training=training)


class Encoder(layers.Layer):
    def __init__(self, width, num_layers=12, rate=0.1):
        super().__init__()
        self.num_layers = num_layers
        self.enc_layers = [EncoderLayer(width, rate) for _ in range(num_layers)]

    def call(self, x, training=None):
        for i in range(self.num_layers):
            x = self.enc_layers[i](x, training=training)
        return x
