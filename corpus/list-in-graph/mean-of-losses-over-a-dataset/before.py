import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.MeanSquaredError()


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def train_epoch(dataset: tf.data.Dataset):
    losses = []  # one for each batch
    for x, y in dataset:
        # The last batch may be smaller.
        loss = train_step(x, y)
        losses.append(loss)
    return tf.reduce_mean(losses)


x = tf.reshape(tf.range(10.0), (10, 1)) / 10
dataset = tf.data.Dataset.from_tensor_slices((x, 3 * x)).batch(4)
for epoch in range(3):
    print(epoch, float(train_epoch(dataset)))
