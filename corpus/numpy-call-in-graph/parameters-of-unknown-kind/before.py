import numpy as np
import tensorflow as tf


@tf.function
def scaled(x, sizes):
    return x * np.mean(sizes)


class Pool(tf.keras.layers.Layer):
    def call(self, inputs, factors):
        return inputs * np.sum(factors)
