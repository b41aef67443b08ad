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
    for batch_x, batch_y in dataset:
        loss_value = train_step(batch_x, batch_y)
        total += loss_value
        count += 1.0
    return total / count


epoch_loss = train_epoch(train_ds.shuffle(10, seed=1))
print("loss", epoch_loss.numpy())
