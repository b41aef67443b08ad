import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
train = tf.data.Dataset.from_tensors((tf.ones((8, 4)), tf.zeros((8, 1)))).repeat(10)

for epoch in range(10):

    @tf.function
    def train_step(x, y):
        return loss_fn(y, model(x, training=True))

    @tf.function
    def test_step(x, y):
        return loss_fn(y, model(x, training=False))

    for x, y in train:
        train_step(x, y)
        test_step(x, y)
