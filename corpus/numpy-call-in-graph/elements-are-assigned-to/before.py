import numpy as np
import tensorflow as tf

history = []


@tf.function
def mark(x: tf.Tensor):
    y = x.numpy()
    y[0] = 1.0
    z = np.abs(x)
    z += 1.0
    history.append(z)
    units = tf.keras.layers.Dense(np.max(x))
    return y, units
