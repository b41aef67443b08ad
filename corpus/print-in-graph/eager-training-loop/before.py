import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def step(x, y):
    return loss_fn(y, model(x, training=True))


def train(ds, epochs):
    for epoch in range(epochs):
        for i, (x, y) in enumerate(ds):
            loss = step(x, y)
            print(f"epoch {epoch} step {i}: {loss:.4f}")
            print("loss", loss.numpy())


train(tf.data.Dataset.from_tensors((tf.ones((2, 2)), tf.ones((2, 1)))), 2)
print(step(tf.ones((1, 2)), tf.ones((1, 1))))
