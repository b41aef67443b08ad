import tensorflow as tf
from tensorflow import keras
keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(3, activation="softmax")])
opt = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3, global_clipnorm=1.0))
loss_fn = keras.losses.SparseCategoricalCrossentropy()
def step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
        scaled_loss = opt.scale_loss(loss)
    g = tape.gradient(scaled_loss, model.trainable_variables)
    opt.apply_gradients(zip(g, model.trainable_variables))
