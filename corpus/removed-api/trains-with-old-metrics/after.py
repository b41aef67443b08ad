import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((features, targets)).batch(32)
strategy = tf.distribute.get_strategy()
model = tf.keras.Sequential([tf.keras.layers.Dense(16), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(learning_rate=0.01)
mean = tf.keras.metrics.Mean()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


for epoch in range(4):
    mean.reset_state()
    optimizer.learning_rate = 0.01 / (epoch + 1)
    for x, y in dataset:
        mean.update_state(strategy.run(train_step, args=(x, y)))
