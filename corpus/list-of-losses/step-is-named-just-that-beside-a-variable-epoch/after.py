import tensorflow as tf
from tensorflow import keras

x = tf.ones((64, 8))
train_ds = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)

model = keras.Sequential([keras.layers.Dense(1)])
opt = keras.optimizers.SGD(0.1)
loss_fn = keras.losses.MeanSquaredError()


@tf.function
def step(a, b):
    with tf.GradientTape() as tape:
        loss = loss_fn(b, model(a, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def run_epoch(dataset):
    total = 0.0
    count = 0.0
    for a, b in dataset:
        total += step(a, b)
        count += 1.0
    return total / count


history = []
for epoch in range(2):
    mean_loss = run_epoch(train_ds)
    print(f"epoch {epoch}: {mean_loss:.4f}")
    history.append(float(mean_loss))
