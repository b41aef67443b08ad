import tensorflow as tf

from .blocks import TransformerBlock


class Decoder(tf.keras.Model):
    def __init__(self, width):
        super().__init__()
        self.blocks = [TransformerBlock(width) for _ in range(32)]

    def call(self, x, mask):
        for block in self.blocks:
            x, _ = block(x, mask)
        return x
