import os

import tensorflow as tf

EPOCHS = 10
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


manager = object()
model.load_weights("w.weights.h5")
for epoch in range(EPOCHS):
    for x, y in dataset:
        train_step(x, y)
    model.save_weights("w.weights.h5")
