"""A custom loop under `mixed_float16`"""

import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")

model = keras.Sequential([keras.layers.Dense(128, activation="relu"), keras.layers.Dense(1, dtype="float32")])
optimizer = keras.optimizers.Adam(0.001)
loss_fn = keras.losses.MeanSquaredError()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


x = tf.random.stateless_normal((64, 64), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
for _ in range(1500):
    train_step(x, y)
