import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)
gain = 1.0

for stage in range(10):
    exec(f"gain = 0.5 ** {stage}")

    @tf.function
    def evaluate(x, y):
        return loss_fn(y, model(x)) * gain

    print(stage, [float(evaluate(x, y)) for x, y in dataset])
