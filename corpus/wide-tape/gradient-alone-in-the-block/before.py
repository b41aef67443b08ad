import tensorflow as t
from tensorflow.keras import losses

bce = losses.BinaryCrossentropy()


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def _step(self, x, y):
        with t.GradientTape() as g:
            scores = self.model(x, training=True)
            total = bce(y, scores) + t.add_n(self.model.losses)
            grads = g.gradient(total, self.model.trainable_variables)

        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return total
