from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Block(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.norm = keras.layers.LayerNormalization(epsilon=1e-12)

    def call(self, x):
        return self.norm(x)


block = Block()
optimizer = keras.optimizers.Adam(epsilon=1e-8)
