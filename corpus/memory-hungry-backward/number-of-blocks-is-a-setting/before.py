import tensorflow as tf

from .blocks import Block


class Model(tf.keras.Model):
    def __init__(self, config):
        super().__init__()
        self.blocks = [Block(config) for _ in range(config.num_hidden_layers)]

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return x
