import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)
weights = tf.linspace(0.0, 1.0, 5)


@tf.function
def weighted(x, stage):
    return tf.reduce_mean(model(x)) * tf.gather(weights, tf.minimum(stage, 4))


for stage in range(10):
    print(float(weighted(x, stage)))
