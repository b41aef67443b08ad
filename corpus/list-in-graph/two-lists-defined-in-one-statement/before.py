import tensorflow as tf

loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])


@tf.function
def evaluate(dataset: tf.data.Dataset):
    losses, hits = [], []
    for x, y in dataset:
        logits = model(x)
        losses.append(loss_fn(y, logits))
        hits.append(tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, axis=1), y), tf.float32)))
    return tf.reduce_mean(losses), tf.reduce_mean(hits)


labels = tf.constant([0, 1, 2, 0], tf.int64)
data = tf.data.Dataset.from_tensor_slices((tf.ones((4, 2)), labels)).batch(2)
print(evaluate(data))
