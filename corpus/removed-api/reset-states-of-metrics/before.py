import tensorflow as tf

train_loss = tf.keras.metrics.Mean(name="train_loss")


class Trainer:
    def __init__(self, model):
        self.model = tf.keras.Model(*model)
        self.accuracy = tf.keras.metrics.SparseCategoricalAccuracy()

    def reset(self):
        train_loss.reset_states()
        self.accuracy.reset_states()
        for metric in self.model.metrics:
            metric.reset_states()
