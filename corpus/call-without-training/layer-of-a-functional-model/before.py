import tensorflow as tf
from tensorflow import keras


class Block(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(8)
        self.dropout = keras.layers.Dropout(0.5)

    def call(self, inputs):
        return self.dropout(self.dense(inputs))


inputs = keras.Input((4,))
model = keras.Model(inputs, keras.layers.Dense(1)(Block()(inputs)))
model.compile("adam", "mse")
model.fit(tf.zeros((8, 4)), tf.zeros((8, 1)))
