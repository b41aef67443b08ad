import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)


@tf.function
def shifted(x, limit):
    return tf.roll(x, tf.random.uniform((), 0, limit, dtype=tf.int32), axis=0)


for limit in range(1, 30):
    shifted(x, limit)
