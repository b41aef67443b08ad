"""An epoch of steps with `@tf.function`: one layer, batches of 32"""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)
loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


x = np.random.default_rng(1).normal(size=(6400, 8)).astype("float32")
y = np.sin(x).sum(axis=1, keepdims=True)
train_ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)

for epoch in range(20):
    for x, y in train_ds:
        train_step(x, y)
