import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.MeanSquaredError()
x = np.linspace(0, 1, 10, dtype="float32").reshape(10, 1)
train_ds = tf.data.Dataset.from_tensor_slices({"x": x, "y": 3 * x}).batch(4)


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
    for batch in dataset:
        loss = train_step(batch["x"], tf.cast(batch["y"], tf.float32))
        total += loss
        count += 1.0
    return total / count


for epoch in range(3):
    mean_loss = train_epoch(train_ds)
    print("{}: {:.3f}".format(epoch, mean_loss.numpy()))
