import numpy as np
import tensorflow as tf

TABLE = tf.constant([1.0, 2.0, 3.0])


class Scaler(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = tf.constant(2.0)

    @tf.function
    def __call__(self, x):
        return x * self.scale.numpy() * np.max(TABLE) + TABLE.numpy().sum()


Scaler()(tf.ones(3))
