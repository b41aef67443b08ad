import numpy as np
import tensorflow as tf
from tensorflow import keras

x = np.random.rand(100, 3)
y = np.random.rand(100)


def loss(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred))


model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", loss)
model.fit(x, y)
