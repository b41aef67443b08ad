import tensorflow as tf
from tensorflow import keras


class Trainer:
    def __init__(self, model, head, optimizer, regularize=False):
        self.model = model
        self.head = head
        self.optimizer = optimizer
        self.regularize = regularize

    def step(self, x, y):
        with tf.GradientTape(persistent=False) as tape:
            features = self.model(x, training=True)
            loss = tf.reduce_mean(keras.losses.mse(y, self.head(features)))
        grads = tape.gradient(loss, self.head.trainable_variables)
        if self.regularize:
            grads += tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.head.trainable_variables))
        return loss
