import numpy as np
import tensorflow as tf

tf.random.set_seed(1)
tf.keras.mixed_precision.set_global_policy("mixed_float16")
inputs = tf.keras.Input((3,))
loss_fn = tf.keras.losses.MeanSquaredError()
dense = tf.keras.layers.Dense(3)
schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
(x, y), _ = tf.keras.datasets.mnist.load_data()


@tf.function
def step(x):
    return tf.square(x)


gpus = tf.config.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
optimizer = tf.keras.optimizers.Adam()
