import numpy as np
import tensorflow as tf

x = np.random.normal(size=(100, 3)).astype("float32")
y = x[:, 0] * 2


def my_mse(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred))


model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
loss = my_mse(y, model(x))
