import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Cosine(keras.layers.Layer):
    def call(self, x):
        norm = tf.sqrt(tf.reduce_sum(x * x, -1, keepdims=True))
        return x / tf.maximum(norm, 1e-12)


cosine = Cosine()
