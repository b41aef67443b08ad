import keras
from keras import backend as K


class Halve(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        rate = K.get_value(self.model.optimizer.learning_rate)
        K.set_value(self.model.optimizer.learning_rate, rate * 0.5)
