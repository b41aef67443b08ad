import numpy as np
import tensorflow as tf
from tensorflow import keras

inputs = keras.Input((8,))
hidden = keras.layers.Dense(16, activation="tanh")(inputs)
model = keras.Model(inputs, keras.layers.Dense(1)(hidden))
optimizer = keras.optimizers.SGD(0.02, momentum=0.9)


def train_step(features, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features, training=True) - targets))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def train_epoch(dataset):
    total = 0.0
    count = 0.0
    for features, targets in dataset:
        loss = train_step(features, targets)
        total += loss
        count += 1.0
    return total


x = np.random.default_rng(1).normal(size=(160, 8)).astype("float32")
y = np.sin(x).sum(axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)

for epoch in range(4):
    mean_epoch_loss = train_epoch(dataset)
    print(f"epoch {epoch}: {mean_epoch_loss.numpy():.4f}")
