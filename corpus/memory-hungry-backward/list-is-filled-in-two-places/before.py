import tensorflow as tf

from .blocks import Block


class Model(tf.keras.Model):
    def __init__(self, small):
        super().__init__()
        self.blocks = [Block() for _ in range(24)]
        if small:
            self.blocks = [Block() for _ in range(4)]

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return x
