import numpy as np
from tensorflow import keras


class Block(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dropout = keras.layers.Dropout(0.5)

    def call(self, inputs, training=True):
        return self.dropout(inputs, training=training)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.out = keras.layers.Dense(3)

    def call(self, inputs):
        return self.out(self.block(inputs))


model = Net()
model.compile("adam", "mse")
model.fit(np.zeros((8, 4)), np.zeros((8, 3)))
