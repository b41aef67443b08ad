import numpy as np
import tensorflow as tf


@tf.function
def accuracy(labels, predictions):
    correct = tf.argmax(predictions, axis=1) == labels
    return tf.reduce_mean(tf.cast(correct, labels.dtype))
