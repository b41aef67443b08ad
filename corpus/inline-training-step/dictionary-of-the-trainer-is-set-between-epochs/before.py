import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
        self.opt = tf.keras.optimizers.SGD(0.1)
        self.cfg = {"b": 1.0}

    def fit(self, dataset):
        for epoch in range(40):
            self.cfg["b"] = 0.5**epoch
            for x, y in dataset:
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((self.model(x) - y) ** 2) * self.cfg["b"]
                grads = tape.gradient(loss, self.model.trainable_variables)
                self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
            print(epoch, float(loss))
