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


checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer, epoch=tf.Variable(0, dtype=tf.int64))
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
if manager.restore_or_initialize():
    print("going on")
for epoch in range(int(checkpoint.epoch), EPOCHS):
    for x, y in dataset:
        loss = train_step(x, y)
    checkpoint.epoch.assign(epoch + 1)
    manager.save()
