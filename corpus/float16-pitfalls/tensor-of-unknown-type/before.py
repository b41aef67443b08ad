import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Gate(keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(shape=(1,))

    def call(self, x):
        return x / (load_norm() + 1e-8)


gate = Gate()
