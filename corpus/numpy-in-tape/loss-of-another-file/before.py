import numpy as np
import tensorflow as tf
from losses import total_loss

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def gradients(x, y):
    with tf.GradientTape() as tape:
        out = model(x)
        loss = total_loss(y, np.asarray(out), model)
    return tape.gradient(loss, model.trainable_variables)
