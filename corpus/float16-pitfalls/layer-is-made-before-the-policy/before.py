import tensorflow as tf
from tensorflow import keras


class Normalize(keras.layers.Layer):
    def call(self, x):
        return x / (tf.norm(x) + 1e-8)


normalize = Normalize()
keras.mixed_precision.set_global_policy("mixed_float16")
