import numpy as np
import tensorflow as tf
from tensorflow import keras

features = tf.random.normal([64, 4])
targets = tf.reduce_sum(features, axis=1)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(8)
        self.out = keras.layers.Dense(1)

    def call(self, x):
        return self.out(self.hidden(x))


net = Net()
optimizer = keras.optimizers.Adam()


def loss_fn(predicted, wanted):
    """Mean absolute error."""
    return tf.reduce_mean(tf.abs(predicted - wanted))


for step in range(100):
    with tf.GradientTape() as tape:
        loss = loss_fn(net(features), targets)
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
