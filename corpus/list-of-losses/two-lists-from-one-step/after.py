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


@tf.function
def train_epoch(dataset):
    batch_loss_total = 0.0
    batch_accuracy_total = 0.0
    count = 0.0
    for x, y in dataset:
        batch_loss, batch_accuracy = train_step(x, y)
        batch_loss_total += batch_loss
        batch_accuracy_total += batch_accuracy
        count += 1.0
    return batch_loss_total / count, batch_accuracy_total / count


for epoch in range(3):
    mean_loss, mean_accuracy = train_epoch(train_data)
    print(f"{epoch}: {mean_loss:.4f} {mean_accuracy:.2%}")
