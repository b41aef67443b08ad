import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Shift(keras.layers.Layer):
    def call(self, x):
        return x + 1e-8


shift = Shift()
