import tensorflow as tf

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.Adam(0.02)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
accuracy = tf.keras.metrics.Accuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        predictions = tf.argmax(logits, axis=-1)
        loss = loss_fn(y, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    accuracy.update_state(y, predictions)
    return loss


x = tf.random.stateless_normal((90, 4), seed=(1, 2))
y = tf.argmax(x[:, :3], axis=-1)
for _ in range(40):
    loss = train_step(x, y)
print("loss:", float(loss), "accuracy:", float(accuracy.result()))
