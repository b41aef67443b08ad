"""An epoch of steps with `@tf.function`: two convolutions, batches of 64"""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((28, 28, 1)),
        tf.keras.layers.Conv2D(16, 3, activation="relu"),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Conv2D(32, 3, activation="relu"),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(10),
    ]
)
optimizer = tf.keras.optimizers.SGD(0.01)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


generator = np.random.default_rng(1)
x = generator.normal(size=(3200, 28, 28, 1)).astype("float32")
y = generator.integers(10, size=3200)
train_ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(64)

for epoch in range(6):
    for x, y in train_ds:
        train_step(x, y)
