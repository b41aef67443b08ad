"""`fit` of a subclass with Dropout and BatchNormalization: before both in inference mode"""

import tensorflow as tf
from tensorflow import keras


class Classifier(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(256, activation="relu")
        self.norm = keras.layers.BatchNormalization()
        self.dropout = keras.layers.Dropout(0.3)
        self.out = keras.layers.Dense(10)

    def call(self, inputs):
        return self.out(self.dropout(self.norm(self.hidden(inputs))))


x = tf.random.stateless_normal((25600, 64), seed=(1, 2))
y = tf.argmax(x[:, :10], axis=1)
model = Classifier()
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x, y, epochs=8, batch_size=256, shuffle=False, verbose=0)
