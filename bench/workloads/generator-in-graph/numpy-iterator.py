"""An epoch in a `tf.function`, over `as_numpy_iterator()`"""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((32,)),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dense(1),
    ]
)
optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def train_epoch(dataset):
    for x, y in dataset.as_numpy_iterator():
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


x = np.random.default_rng(1).normal(size=(3200, 32)).astype("float32")
y = np.sin(x).sum(axis=1, keepdims=True)
train_ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)

for epoch in range(10):
    train_epoch(train_ds)
