import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(1, dtype="float32")])


class Layer:
    def call(self, x):
        return x / (tf.norm(x) + 1e-8)


def loss(y, p):
    return -tf.reduce_mean(y * tf.math.log(p + 1e-8))


layer = Layer()
