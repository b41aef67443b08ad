import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.random.stateless_normal((32, 4), seed=(1, 2))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)


# One step of training.
@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(20):
    for images, labels in dataset:
        loss = train_step(images, labels)
    print(epoch, float(loss))
