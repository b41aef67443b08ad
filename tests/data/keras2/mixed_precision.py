import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, mixed_precision

mixed_precision.set_global_policy("mixed_float16")
rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)

inputs = tf.keras.Input((8,))
model = tf.keras.Model(inputs, layers.Dense(1, kernel_initializer="zeros", dtype="float32")(layers.Activation("linear")(inputs)))
optimizer = mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.05))
dataset = tf.data.Dataset.from_tensor_slices((features, targets)).batch(32)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        scaled_loss = optimizer.get_scaled_loss(loss)
    scaled_gradients = tape.gradient(scaled_loss, model.trainable_variables)
    gradients = optimizer.get_unscaled_gradients(scaled_gradients)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for _ in range(4):
    for x, y in dataset:
        train_step(x, y)
