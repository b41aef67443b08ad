import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)
seen = tf.Variable(0)


@tf.function
def evaluate(x, count):
    return tf.reduce_mean(model(x)) / tf.cast(seen + count, tf.float32)


for count in range(1, 20):
    print(float(evaluate(x, count)))
