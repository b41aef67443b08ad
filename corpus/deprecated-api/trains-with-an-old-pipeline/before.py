import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)

dataset = tf.data.Dataset.from_tensor_slices((features, targets)).batch(40)
dataset = dataset.apply(tf.data.experimental.unbatch()).shuffle(320, seed=2).batch(32)
dataset = dataset.prefetch(tf.data.experimental.AUTOTUNE)
loss_fn = tf.keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.SUM)
model = tf.keras.Sequential([tf.keras.layers.Dense(16), tf.keras.layers.LeakyReLU(alpha=0.1), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.001)


@tf.function(experimental_relax_shapes=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


for _ in range(4):
    for x, y in dataset:
        train_step(x, y)
