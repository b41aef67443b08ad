import tensorflow as tf
from tensorflow import keras

encoder = keras.Sequential([keras.layers.Dense(4)])
decoder = keras.Sequential([keras.layers.Dense(8)])
slow = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.01))
fast = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1))


@tf.function
def train_step(x):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean((decoder(encoder(x)) - x) ** 2)
    slow.apply_gradients(zip(tape.gradient(loss, encoder.trainable_variables), encoder.trainable_variables))
    fast.apply_gradients(zip(tape.gradient(loss, decoder.trainable_variables), decoder.trainable_variables))
