"""Eager steps, a penalty of the loss in NumPy: before it is not trained"""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((64,)), tf.keras.layers.Dense(256, activation="relu"), tf.keras.layers.Dense(10)]
)
optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
        loss += 0.01 * np.mean(np.square(logits))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


x = tf.random.stateless_normal((256, 64), seed=(1, 2))
y = tf.argmax(x[:, :10], axis=1)
for _ in range(400):
    train_step(x, y)
