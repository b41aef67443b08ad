import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model

    def _loss(self, x, y):
        return tf.reduce_mean(tf.square(self.model(x) - y))

    def evaluate(self, dataset):
        losses = []
        for x, y in dataset:
            losses.append(tf.function(self._loss)(x, y).numpy())
        return sum(losses) / len(losses)
