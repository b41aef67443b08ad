import numpy as np
import tensorflow as tf

history = []


class Trainer:
    def __init__(self):
        self.last = None

    @tf.function
    def step(self, x: tf.Tensor):
        loss = tf.reduce_mean(x)
        history.append(loss.numpy())
        self.last = loss.numpy()
        report(loss.numpy())
        mean = np.mean(loss).astype("float16")
        return tf.constant(loss.numpy()) * mean


def report(value):
    print(round(value, 3))
