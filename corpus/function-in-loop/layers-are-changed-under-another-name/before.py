import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)
last = model.layers[-1]

for stage in range(10):
    last.activation = tf.nn.relu if stage % 2 else tf.nn.tanh

    @tf.function
    def evaluate(x, y):
        return loss_fn(y, model(x))

    print(stage, [float(evaluate(x, y)) for x, y in dataset])
