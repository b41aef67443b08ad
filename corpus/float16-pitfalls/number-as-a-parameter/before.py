import tensorflow as tf
from tensorflow import keras
keras.mixed_precision.set_global_policy("mixed_float16")
class L(keras.layers.Layer):
    def call(self, x, scale=2.0):
        return x * (scale * -1e9)
l = L()
