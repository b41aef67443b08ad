import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1, dtype="float32")])
optimizer = keras.optimizers.SGD(0.1)


def train_step(x, y):
    with tf.GradientTape() as tape:
        out = model(x, training=True)
        fit = tf.reduce_mean(tf.square(out - y))
        small = tf.reduce_mean(tf.abs(out))
    grads = tape.gradient([fit, small], model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
