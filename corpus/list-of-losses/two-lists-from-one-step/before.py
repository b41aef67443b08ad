import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(3)])
optimizer = keras.optimizers.Adam()
loss_object = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
labels = tf.constant([0, 1, 2, 0, 1, 2], tf.int64)
train_data = tf.data.Dataset.from_tensor_slices((tf.eye(6), labels)).batch(2)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_object(y, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, axis=1), y), tf.float32))
    return loss, accuracy


for epoch in range(3):
    losses, accuracies = [], []
    for x, y in train_data:
        batch_loss, batch_accuracy = train_step(x, y)
        losses.append(batch_loss)
        accuracies.append(batch_accuracy)
    print(f"{epoch}: {tf.reduce_mean(losses):.4f} {tf.reduce_mean(accuracies):.2%}")
