import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.Adam()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print("loss:", loss)
    print(f"train/loss = {loss:.4f}, lr = {optimizer.learning_rate:.1e}")  # both
    print(gradients[0])
    return loss


with writer.as_default():
    train_step(tf.ones((2, 3)), tf.ones((2, 1)))
