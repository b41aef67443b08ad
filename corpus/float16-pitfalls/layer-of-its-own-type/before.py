import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Normalize(keras.layers.Layer):
    def __init__(self):
        super().__init__(dtype="float32")

    def call(self, x):
        return x / (tf.norm(x) + 1e-8)


class Mask(keras.layers.Layer):
    def call(self, x):
        return x + tf.nn.relu(x) * -1e9


layers = [Normalize(), Mask(dtype="float32")]
