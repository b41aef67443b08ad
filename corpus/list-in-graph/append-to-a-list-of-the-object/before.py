import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.loss_fn = tf.keras.losses.MeanSquaredError()
        self.history = []

    @tf.function
    def step(self, x, y):
        loss = self.loss_fn(y, self.model(x))
        self.history.append(loss)
        return loss

    def report(self):
        self._print(np.mean(self.history))

    def _print(self, value):
        print(f"{value:.4f}")


if __name__ == "__main__":
    trainer = Trainer(tf.keras.Sequential([tf.keras.layers.Dense(1)]))
    trainer.step(tf.ones((2, 2)), tf.ones((2, 1)))
    trainer.report()
