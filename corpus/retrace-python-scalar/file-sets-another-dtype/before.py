import tensorflow as tf

tf.keras.backend.set_floatx("float64")
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)


@tf.function
def scaled(x, weight):
    return tf.reduce_mean(model(tf.cast(x, tf.float64))) * weight


for step in range(10):
    print(float(scaled(x, step / 10)))
