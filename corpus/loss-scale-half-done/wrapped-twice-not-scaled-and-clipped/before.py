import tensorflow as tf
from tensorflow import keras
keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(3, activation="softmax")])
opt = keras.mixed_precision.LossScaleOptimizer(keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3)))
loss_fn = keras.losses.SparseCategoricalCrossentropy()
def step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    g = tape.gradient(loss, model.trainable_variables)
    g, _ = tf.clip_by_global_norm(g, 1.0)
    opt.apply_gradients(zip(g, model.trainable_variables))
