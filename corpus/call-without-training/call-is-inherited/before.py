import tensorflow as tf
from tensorflow import keras


class Recurrent(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.rnn = keras.layers.GRU(units, recurrent_dropout=0.2)
        self.out = keras.layers.Dense(1)

    def call(self, sequences):
        return self.out(self.rnn(sequences))


class Forecaster(Recurrent):
    def __init__(self):
        super().__init__(units=16)


forecaster = Forecaster()
forecaster.compile("rmsprop", "mae")
history = forecaster.fit(tf.zeros((32, 10, 3)), tf.zeros((32, 1)), validation_split=0.25)
