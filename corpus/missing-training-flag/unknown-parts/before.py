import tensorflow as tf
from tensorflow import keras

from blocks import Attention


class Classifier(keras.Model):
    def __init__(self, classes):
        super().__init__()
        self.attention = Attention(64)
        self.dropout = keras.layers.Dropout(0.1)
        self.out = keras.layers.Dense(classes)

    def call(self, inputs):
        return self.out(self.dropout(self.attention(inputs)))


model = Classifier(10)
optimizer = keras.optimizers.Adam()
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
