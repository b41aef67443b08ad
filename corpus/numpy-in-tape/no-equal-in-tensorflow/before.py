import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def gradients(x, y):
    with tf.GradientTape() as tape:
        loss = np.median(np.abs(y - model(x)))
    return tape.gradient(loss, model.trainable_variables)
