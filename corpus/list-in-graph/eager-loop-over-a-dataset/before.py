import tensorflow as tf

loss_fn = tf.keras.losses.MeanSquaredError()


def evaluate(dataset: tf.data.Dataset):
    losses = []
    for x, y in dataset:
        losses.append(loss_fn(y, x))
    return tf.reduce_mean(losses)


print(evaluate(tf.data.Dataset.from_tensor_slices((tf.ones((4, 2)), tf.zeros((4, 2)))).batch(2)))
