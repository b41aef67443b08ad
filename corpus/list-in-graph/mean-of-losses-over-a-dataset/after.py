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
    total = 0.0  # one for each batch
    count = 0.0
    for x, y in dataset:
        # The last batch may be smaller.
        loss = train_step(x, y)
        total += loss
        count += 1.0
    return total / count


x = tf.reshape(tf.range(10.0), (10, 1)) / 10
dataset = tf.data.Dataset.from_tensor_slices((x, 3 * x)).batch(4)
for epoch in range(3):
    print(epoch, float(train_epoch(dataset)))
