import tensorflow as tf

loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def train_step(model, optimizer, inputs, targets):
    with tf.GradientTape() as tape:
        loss = loss_fn(targets, model(inputs, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def train(epochs):
    """Fit a line."""
    network = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    sgd = tf.keras.optimizers.SGD(0.1)
    x = tf.reshape(tf.range(8.0), (8, 1)) / 8
    dataset = tf.data.Dataset.from_tensor_slices((x, 2 * x)).batch(4)
    for epoch in range(epochs):
        epoch_losses = []  # of all batches
        for inputs, targets in dataset:
            epoch_losses.append(train_step(network, sgd, inputs, targets))
        mean = tf.reduce_mean(epoch_losses)
        print(f"第{epoch}轮 损失 {mean:.4f}")


train(3)
