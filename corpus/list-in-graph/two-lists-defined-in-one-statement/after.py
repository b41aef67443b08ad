import tensorflow as tf

loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])


@tf.function
def evaluate(dataset: tf.data.Dataset):
    hits_total = 0.0
    hits_count = 0.0
    losses_total = 0.0
    losses_count = 0.0
    for x, y in dataset:
        logits = model(x)
        losses_total += loss_fn(y, logits)
        losses_count += 1.0
        hits_total += tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, axis=1), y), tf.float32))
        hits_count += 1.0
    return losses_total / losses_count, hits_total / hits_count


labels = tf.constant([0, 1, 2, 0], tf.int64)
data = tf.data.Dataset.from_tensor_slices((tf.ones((4, 2)), labels)).batch(2)
print(evaluate(data))
