import numpy as np
import tensorflow as tf


@tf.function
def accuracy(target: tf.Tensor, prediction: tf.Tensor):
    correct = np.argmax(target, axis=1) == np.argmax(prediction, axis=1)
    return np.mean(correct), np.sum(target > prediction)


accuracy(tf.ones((4, 3)), tf.zeros((4, 3)))
