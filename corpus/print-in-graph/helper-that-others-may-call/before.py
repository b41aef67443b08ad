"""Losses for all our models."""

import tensorflow as tf


def huber(y_true, y_pred):
    error = tf.abs(y_true - y_pred)
    print("error", error)
    return tf.reduce_mean(error)


@tf.function
def evaluate(y_true, y_pred):
    return huber(y_true, y_pred)
