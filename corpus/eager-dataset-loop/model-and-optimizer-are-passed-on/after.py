import numpy as np
import tensorflow as tf

def build():
    return tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1)])


optimizer = tf.keras.optimizers.SGD(0.05)
loss_fn = tf.keras.losses.MeanSquaredError()
x = np.random.default_rng(1).normal(size=(320, 8)).astype("float32")
y = np.sin(x).sum(axis=1, keepdims=True)
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(320, seed=3).batch(32)


@tf.function
def step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


@tf.function
def run_epoch(dataset, model, sgd):
    for x_batch, y_batch in dataset:
        step(model, sgd, x_batch, y_batch)


def train(epochs):
    model = build()
    sgd = tf.keras.optimizers.SGD(0.01)
    for epoch in range(epochs):
        run_epoch(data, model, sgd)
    return model


train(3)
