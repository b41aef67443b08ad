import numpy as np
import tensorflow as tf


class Dense(tf.Module):
    def __init__(self):
        self.w = None

    @tf.function
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(np.random.randn(3, 2).astype("float32"))
        v = tf.random.normal((2,), seed=np.random.randint(100))
        return tf.matmul(x, self.w) + v
