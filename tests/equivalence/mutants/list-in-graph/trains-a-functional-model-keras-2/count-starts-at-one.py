import tensorflow as tf

tf.random.set_seed(1)
inputs = tf.keras.Input((8,))
outputs = tf.keras.layers.Dense(1)(tf.keras.layers.Dense(16, activation="relu")(inputs))
model = tf.keras.Model(inputs, outputs)
optimizer = tf.keras.optimizers.Adam(0.01)
loss_fn = tf.keras.losses.MeanSquaredError()


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def train_epoch(dataset: tf.data.Dataset):
    total = 0.0
    count = 1.0
    for x, y in dataset:
        loss = train_step(x, y)
        total += loss
        count += 1.0
    return total / count


x = tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
for epoch in range(4):
    print(epoch, float(train_epoch(dataset)))
