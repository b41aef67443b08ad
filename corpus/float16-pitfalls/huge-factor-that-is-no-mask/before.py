import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Scale(keras.layers.Layer):
    def call(self, x):
        return tf.tanh(x) * 100000.0


scale = Scale()
