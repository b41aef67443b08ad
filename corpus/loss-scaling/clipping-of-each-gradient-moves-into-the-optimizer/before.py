import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")

model = keras.Sequential([keras.layers.Dense(16), keras.layers.Dense(1, dtype="float32")])
optimizer = keras.optimizers.Adam()
mse = keras.losses.MeanSquaredError()


def train_step(x, y):
    with tf.GradientTape() as tape:
        prediction = model(x, training=True)
        total = mse(y, prediction) + sum(model.losses)
    gradients = tape.gradient(total, model.trainable_weights)
    clipped = [tf.clip_by_norm(g, 1.0) if g is not None else None for g in gradients]
    optimizer.apply_gradients(list(zip(clipped, model.trainable_weights)))
