import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


@tf.function
def predict(dataset: tf.data.Dataset):
    # The last batch is smaller.
    predictions = []
    for x in dataset:
        predictions.append(model(x, training=False))
    return tf.concat(predictions, axis=0)


print(predict(tf.data.Dataset.from_tensor_slices(tf.ones((5, 3))).batch(2)).shape)
