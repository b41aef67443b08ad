import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.random.stateless_normal((32, 4), seed=(1, 2))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)
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
    beta = 0.1 * epoch / epochs
    for images, labels in dataset:
        loss = train_step(images, labels, tf.constant(beta, tf.float32))
    print(epoch, float(loss))
