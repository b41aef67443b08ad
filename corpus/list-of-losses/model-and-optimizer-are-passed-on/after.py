import tensorflow as tf

loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def train_step(model, optimizer, inputs, targets):
    with tf.GradientTape() as tape:
        loss = loss_fn(targets, model(inputs, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def train_epoch(dataset, network, sgd):
    total = 0.0
    count = 0.0
    for inputs, targets in dataset:
        total += train_step(network, sgd, inputs, targets)
        count += 1.0
    return total / count


def train(epochs):
    """Fit a line."""
    network = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    sgd = tf.keras.optimizers.SGD(0.1)
    x = tf.reshape(tf.range(8.0), (8, 1)) / 8
    dataset = tf.data.Dataset.from_tensor_slices((x, 2 * x)).batch(4)
    for epoch in range(epochs):
        # of all batches
        mean = train_epoch(dataset, network, sgd)
        print(f"第{epoch}轮 损失 {mean:.4f}")


train(3)
