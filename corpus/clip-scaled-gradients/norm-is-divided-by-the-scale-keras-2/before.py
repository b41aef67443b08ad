import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
        scaled_loss = optimizer.get_scaled_loss(loss)
    grads = tape.gradient(scaled_loss, model.trainable_variables)
    clipped, norm = tf.clip_by_global_norm(grads, 1.0)
    unscaled = optimizer.get_unscaled_gradients(clipped)
    optimizer.apply_gradients(zip(unscaled, model.trainable_variables))
    return loss, norm / optimizer.loss_scale
