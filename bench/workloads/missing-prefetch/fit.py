"""`fit` on a `map`; reading and training wait 20 ms each"""

import time

import numpy as np
import tensorflow as tf


def read(index):
    time.sleep(0.02)
    return np.full((32, 8), index % 7, "float32")


def load(index):
    x = tf.ensure_shape(tf.numpy_function(read, [index], tf.float32), (32, 8))
    return x, tf.reduce_sum(x, axis=1, keepdims=True)


class Wait(tf.keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        time.sleep(0.02)


dataset = tf.data.Dataset.range(200).map(load)
model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(dataset, epochs=1, verbose=0, callbacks=[Wait()])
