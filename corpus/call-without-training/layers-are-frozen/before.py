import numpy as np
from tensorflow import keras


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.norm = keras.layers.BatchNormalization()
        self.norm.trainable = False
        self.out = keras.layers.Dense(3)

    def call(self, inputs):
        return self.out(self.norm(inputs))


model = Net()
model.compile("adam", "mse")
model.fit(np.zeros((8, 4)), np.zeros((8, 3)))
