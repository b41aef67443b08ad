import numpy as np
import tensorflow as tf
from losses import collect

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def gradients(x, y):
    with tf.GradientTape() as tape:
        losses = [np.mean(np.abs(model(x)))]
        collect(losses, y, model(x))
        loss = tf.add_n(losses)
    return tape.gradient(loss, model.trainable_variables)
