import numpy as np
import tensorflow as tf


def mse(labels, predictions):
    """The mean squared error."""
    return np.mean(np.square(labels - predictions))


class Trainer:
    def __init__(self, units):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = mse(y, self.model(x, training=True))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
