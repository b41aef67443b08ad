import tensorflow as tf


class Schedule(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 10:
            self.model.optimizer.learning_rate = 1e-4


class Trainer:
    def __init__(self):
        self.optimizer = tf.keras.optimizers.Adam(0.001)

    def decay(self):
        self.optimizer.learning_rate.assign(self.optimizer.learning_rate * 0.5)
        print(f"learning rate {self.optimizer.learning_rate.numpy()}")
