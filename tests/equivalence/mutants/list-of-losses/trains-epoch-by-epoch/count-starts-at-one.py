import numpy as np
import tensorflow as tf


class Regression(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(16, activation="relu")
        self.out = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.out(self.hidden(inputs))


model = Regression()
optimizer = tf.keras.optimizers.Adam(0.01)
loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def train_epoch(dataset):
    total = 0.0
    count = 1.0
    for x, y in dataset:
        loss = train_step(x, y)
        total += loss
        count += 1.0
    return total / count


x = np.random.default_rng(1).normal(size=(150, 8)).astype("float32")
y = np.sin(x).sum(axis=1, keepdims=True)
train_ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(150, seed=3).batch(16)

for epoch in range(4):
    mean_loss = train_epoch(train_ds)
    print(f"epoch {epoch}: {mean_loss.numpy():.4f}")
