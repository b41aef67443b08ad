import tensorflow as tf

tf.keras.utils.set_random_seed(1)
x = tf.random.stateless_normal((64, 8), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(8, "tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05)
loss_fn = tf.keras.losses.MeanSquaredError()
epochs = 10


@tf.function
def train_step(x, y, beta):
    with tf.GradientTape() as tape:
        outputs = model(x, training=True)
        loss = loss_fn(y, outputs) + beta * tf.reduce_mean(tf.square(outputs))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(epochs):
    beta = 0.1 + 0.5 * epoch / epochs
    for images, labels in dataset:
        loss = train_step(images, labels, tf.constant(0.1, tf.float32))
    print(epoch, float(loss))
