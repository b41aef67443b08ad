import tensorflow as tf
from tensorflow import keras
keras.mixed_precision.set_global_policy("mixed_float16")
class L(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.d = keras.layers.Dense(3, dtype="float32")
        self.own = Own()
    def call(self, x):
        return self.d(x) / (self.d(x) + 1e-8), self.own(x) / (self.own(x) + 1e-8)
class Own(keras.layers.Layer):
    def call(self, x):
        return tf.cast(x, tf.float32)
l = L()
