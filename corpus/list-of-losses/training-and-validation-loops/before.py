import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.MeanSquaredError()
x = np.linspace(0, 1, 10, dtype="float32").reshape(10, 1)
train_ds = tf.data.Dataset.from_tensor_slices((x, 3 * x)).batch(4)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def test_step(x, y):
    return loss_fn(y, model(x))


for epoch in range(3):
    train_losses = []
    val_losses = []
    for x, y in train_ds:
        train_losses.append(train_step(x, y))
    for x, y in train_ds:
        val_losses.append(test_step(x, y))
    # Both are means of batch means.
    print(epoch, np.mean(train_losses), np.mean(val_losses))
