import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05)
loss_fn = tf.keras.losses.MeanSquaredError()
x = np.random.default_rng(1).normal(size=(320, 8)).astype("float32")
y = np.sin(x).sum(axis=1, keepdims=True)
train_ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(320, seed=3).batch(32)
train_loss = tf.keras.metrics.Mean()
val_loss = tf.keras.metrics.Mean()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def train_epoch(dataset):
    for x_batch, y_batch in dataset:
        loss = train_step(x_batch, y_batch)
        train_loss.update_state(loss)


@tf.function
def val_step(x, y):
    val_loss(loss_fn(y, model(x, training=False)))


@tf.function
def val_epoch(dataset):
    for x_batch, y_batch in dataset:
        val_step(x_batch, y_batch)


for epoch in range(5):
    train_loss.reset_state()
    val_loss.reset_state()
    train_epoch(train_ds)
    val_epoch(train_ds.take(2))
    print(epoch, train_loss.result().numpy(), val_loss.result().numpy())
