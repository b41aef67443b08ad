import tensorflow as tf


class Adam:
    def __init__(self, rate):
        self.rate = rate
        self.t = 1.0

    def apply_gradients(self, pairs):
        for gradient, variable in pairs:
            variable.assign_sub(self.rate / self.t * gradient)
        self.t += 1.0


def train_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def train(model, dataset):
    optimizer = Adam(0.1)
    for x, y in dataset:
        train_step(model, optimizer, x, y)
