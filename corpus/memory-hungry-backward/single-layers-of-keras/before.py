import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = [tf.keras.layers.Dense(32, activation="tanh") for _ in range(12)]

    def call(self, x):
        for layer in self.hidden:
            x = layer(x)
        return x
