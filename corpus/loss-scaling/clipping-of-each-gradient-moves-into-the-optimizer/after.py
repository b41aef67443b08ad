import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")

model = keras.Sequential([keras.layers.Dense(16), keras.layers.Dense(1, dtype="float32")])
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(clipnorm=1.0))
mse = keras.losses.MeanSquaredError()


def train_step(x, y):
    with tf.GradientTape() as tape:
        prediction = model(x, training=True)
        total = mse(y, prediction) + sum(model.losses)
        scaled_loss = optimizer.scale_loss(total)
    gradients = tape.gradient(scaled_loss, model.trainable_weights)
    optimizer.apply_gradients(list(zip(gradients, model.trainable_weights)))
