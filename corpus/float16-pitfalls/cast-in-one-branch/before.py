import tensorflow as tf
from tensorflow import keras
keras.mixed_precision.set_global_policy("mixed_float16")
class L(keras.layers.Layer):
    def call(self, x, training=None):
        if training:
            x = tf.cast(x, tf.float32)
        return x / (tf.norm(x) + 1e-8)
l = L()
