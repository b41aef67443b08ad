import tensorflow as tf
from tensorflow import keras


def build():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dropout(0.5), keras.layers.Dense(1)])
    return model


if gpus := tf.config.list_physical_devices("GPU"):
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)
model = build()
