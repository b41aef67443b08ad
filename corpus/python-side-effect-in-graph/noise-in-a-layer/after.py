import numpy as np
from tensorflow import keras
import tensorflow as tf


class Noise(keras.layers.Layer):
    def call(self, inputs, training=None):
        if training:
            return inputs + tf.random.normal(inputs.shape, 0.0, 0.1)
        return inputs


model = keras.Sequential([Noise(), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.ones((32, 4)), tf.ones((32, 1)))
