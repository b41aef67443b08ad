import tensorflow as tf

tf.keras.utils.set_random_seed(1)
x_train = tf.random.stateless_normal((320, 8), seed=(1, 2))
y_train = tf.reduce_sum(x_train, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(320, seed=1).batch(32)

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(5):
    for x, y in dataset:
        loss = train_step(x, y)
    print(f"epoch {epoch}: {loss:.3f}")
