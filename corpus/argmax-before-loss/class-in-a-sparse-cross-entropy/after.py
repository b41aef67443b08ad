import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()

loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
accuracy = tf.keras.metrics.Accuracy()


def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        predictions = tf.argmax(logits, axis=-1)
        loss = loss_fn(y, logits)
    accuracy.update_state(y, predictions)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
