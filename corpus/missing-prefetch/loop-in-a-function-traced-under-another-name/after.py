import tensorflow as tf

loss_fn = tf.keras.losses.MeanSquaredError()


def evaluate(model, dataset):
    total = 0.0
    for x, y in dataset:
        total += loss_fn(y, model(x, training=False))
    return total


model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
data = tf.data.Dataset.from_tensor_slices((tf.ones([16, 3]), tf.ones([16, 1]))).batch(4).prefetch(tf.data.AUTOTUNE)
evaluate_fn = tf.function(evaluate)
print(evaluate_fn(model, data).numpy())
