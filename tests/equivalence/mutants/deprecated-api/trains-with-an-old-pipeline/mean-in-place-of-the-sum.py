import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)

dataset = tf.data.Dataset.from_tensor_slices((features, targets)).batch(40)
dataset = dataset.unbatch().shuffle(320, seed=2).batch(32)
dataset = dataset.prefetch(tf.data.AUTOTUNE)
loss_fn = tf.keras.losses.MeanSquaredError(reduction="sum_over_batch_size")
model = tf.keras.Sequential([tf.keras.layers.Dense(16), tf.keras.layers.LeakyReLU(negative_slope=0.1), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.001)


@tf.function(reduce_retracing=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


for _ in range(4):
    for x, y in dataset:
        train_step(x, y)
