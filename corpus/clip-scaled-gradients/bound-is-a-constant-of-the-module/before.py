import tensorflow as tf
from tensorflow import keras

MAX_NORM = 1.0
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
        scaled_loss = optimizer.scale_loss(loss)
    grads = tape.gradient(scaled_loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, MAX_NORM)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
