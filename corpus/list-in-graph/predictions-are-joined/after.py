import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


@tf.function
def predict(dataset: tf.data.Dataset):
    # The last batch is smaller.
    predictions = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for x in dataset:
        predictions = predictions.write(predictions.size(), model(x, training=False))
    return predictions.concat()


print(predict(tf.data.Dataset.from_tensor_slices(tf.ones((5, 3))).batch(2)).shape)
