import tensorflow as tf
from tensorflow.keras import backend as K


class Halve(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        # every epoch
        self.model.optimizer.learning_rate = self.factor * 0.5  # half
