import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(8)

    def call(self, x):
        return self.dense(x)


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.blocks = [Block() for _ in range(4)]

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return x
