import tensorflow as tf
from tensorflow import keras


class Encoder(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(8)
        self.dropout = keras.layers.Dropout(0.5)

    def call(self, inputs):
        return self.dropout(self.dense(inputs))


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.out = keras.layers.Dense(1)

    def call(self, inputs, training=None):
        return self.out(self.encoder(inputs))


net = Net()
net.compile("adam", "mse")
net.fit(tf.zeros((8, 4)), tf.zeros((8, 1)))
