import os

import tensorflow as tf

EPOCHS = 10
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
checkpoint = tf.train.Checkpoint(model=model)
optimizer = tf.keras.optimizers.Adam(1e-3)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
manager.restore_or_initialize()
for epoch in range(EPOCHS):
    for x, y in dataset:
        train_step(x, y)
    manager.save()
