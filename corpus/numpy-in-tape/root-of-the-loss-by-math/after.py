import math

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()


def gradients(x, y):
    with tf.GradientTape() as tape:
        rmse = tf.sqrt(mse(y, model(x, training=True)))
    return rmse, tape.gradient(rmse, model.trainable_variables)
