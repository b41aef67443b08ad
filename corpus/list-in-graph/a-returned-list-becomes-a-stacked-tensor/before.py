import tensorflow as tf

loss_fn = tf.keras.losses.MeanSquaredError()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


@tf.function
def collect(dataset: tf.data.Dataset):
    history = list()
    for x, y in dataset:
        history.append(loss_fn(y, model(x)))
    return history, len(history)


data = tf.data.Dataset.from_tensor_slices((tf.ones((4, 2)), tf.ones((4, 1)))).batch(2)
print(collect(data))
