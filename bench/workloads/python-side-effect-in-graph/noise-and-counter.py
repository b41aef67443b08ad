"""Noise drawn and steps counted in a `tf.function`: before, once a trace"""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((64,)), tf.keras.layers.Dense(256, activation="relu"), tf.keras.layers.Dense(1)]
)
optimizer = tf.keras.optimizers.Adam(0.001)
steps = 0


@tf.function
def train_step(x, y):
    global steps
    steps += 1
    noise = np.random.normal(0.0, 0.1, size=x.shape)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x + noise, training=True) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


x = tf.random.stateless_normal((256, 64), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
for _ in range(2000):
    train_step(x, y)
