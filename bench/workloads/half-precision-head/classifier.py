"""`fit` of a classifier under `mixed_float16`"""

import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_float16")

model = keras.Sequential(
    [
        keras.Input(shape=(64,)),
        layers.Dense(128, activation="relu"),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile("adam", "sparse_categorical_crossentropy")

x = tf.random.stateless_normal((6400, 64), seed=(1, 2))
y = tf.argmax(x[:, :10], axis=1)
model.fit(x, y, epochs=5, batch_size=64, shuffle=False, verbose=0)
