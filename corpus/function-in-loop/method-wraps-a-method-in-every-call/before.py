import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model

    def _step(self, x):
        return tf.reduce_mean(self.model(x))

    def train_batch(self, x):
        step = tf.function(self._step)
        return step(x)

    def train(self, dataset):
        for x in dataset:
            self.train_batch(x)
