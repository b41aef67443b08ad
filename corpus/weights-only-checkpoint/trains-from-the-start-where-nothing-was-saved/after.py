import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
rng = np.random.default_rng(1)
x = rng.normal(size=(160, 4)).astype("float32")
y = x @ rng.normal(size=(4, 1)).astype("float32")

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)])
model.build((None, 4))
optimizer = tf.keras.optimizers.Adam(0.02)


@tf.function
def train_step(inputs, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(inputs, training=True) - targets) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer, epoch=tf.Variable(0, dtype=tf.int64))
manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=3)
manager.restore_or_initialize()
for epoch in range(int(checkpoint.epoch), 4):
    for start in range(0, 160, 16):
        train_step(x[start : start + 16], y[start : start + 16])
    checkpoint.epoch.assign(epoch + 1)
    manager.save()
