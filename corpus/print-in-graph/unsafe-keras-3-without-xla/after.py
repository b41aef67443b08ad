import sys

import keras
import tensorflow as tf


class Scale(keras.layers.Layer):
    def call(self, inputs):
        total = tf.reduce_sum(inputs)
        tf.print("total", total, output_stream=sys.stdout)
        return inputs / total


model = keras.Sequential([Scale(), keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse", jit_compile=False)
model.fit(tf.ones((4, 2)), tf.ones((4, 1)))
