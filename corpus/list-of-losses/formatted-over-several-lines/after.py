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
def train_epoch(dataset):
    total = 0.0
    count = 0.0
    for x, y in dataset:
        total += train_step(
            x,  # the inputs
            y,
        )
        count += 1.0
    return total / count


def main(epochs):
    for epoch in range(epochs):
        mean_loss = train_epoch(train_ds)
        print((f"epoch {epoch} "
              f"loss {mean_loss.numpy():.4f} "
              "损失"))


main(2)
