import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Trainer:
    def __init__(self):
        self.net = keras.Sequential([layers.Dense(16, activation="relu"), layers.Dense(3, activation="softmax")])
        self.loss = keras.losses.SparseCategoricalCrossentropy()
        self.opt = keras.optimizers.SGD(0.1)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            probs = self.net(x, training=True)
            labels = tf.math.argmax(probs, axis=-1)
            loss = self.loss(y, labels)
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        return labels
