"""A loop in a `tf.function` over a `map`; reading and training wait 20 ms each"""

import time

import numpy as np
import tensorflow as tf


def read(index):
    time.sleep(0.02)
    return np.full((32, 8), index % 7, "float32")


def load(index):
    x = tf.ensure_shape(tf.numpy_function(read, [index], tf.float32), (32, 8))
    return x, tf.reduce_sum(x, axis=1, keepdims=True)


dataset = tf.data.Dataset.range(150).map(load)
model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_epoch(dataset):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        tf.numpy_function(lambda: time.sleep(0.02), [], [])


train_epoch(dataset)
