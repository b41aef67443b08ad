import numpy as np
import tensorflow as tf

loss_fn = tf.keras.losses.MeanSquaredError()
history = []


@tf.function
def step(x, y):
    loss = loss_fn(y, x)
    history.append(loss)
    return loss


for _ in range(3):
    step(tf.ones(2), tf.zeros(2))
print(np.mean(history))
