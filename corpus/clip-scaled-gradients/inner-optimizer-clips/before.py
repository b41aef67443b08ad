import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3, global_clipnorm=1.0))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        scaled_loss = optimizer.scale_loss(tf.reduce_mean((model(x) - y) ** 2))
    grads = tape.gradient(scaled_loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
