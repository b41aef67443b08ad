"""`prefetch(1)` behind reads that wait 0 ms, but each tenth 200 ms; training waits 20 ms"""

import time

import numpy as np
import tensorflow as tf


def read(index):
    time.sleep(0.2 if index % 10 == 9 else 0.0)
    return np.full((32, 8), index % 7, "float32")


def load(index):
    return tf.ensure_shape(tf.numpy_function(read, [index], tf.float32), (32, 8))


dataset = tf.data.Dataset.range(200).map(load).prefetch(1)
model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for x in dataset:
    train_step(x)
    time.sleep(0.02)
