import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)
model.alpha = 1.0


def next_stage(network):
    network.alpha *= 0.5


for stage in range(10):
    next_stage(model)

    @tf.function
    def evaluate(x, y):
        return loss_fn(y, model(x)) * model.alpha

    print(stage, [float(evaluate(x, y)) for x, y in dataset])
