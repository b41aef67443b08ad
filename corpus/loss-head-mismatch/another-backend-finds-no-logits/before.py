import os

os.environ["KERAS_BACKEND"] = "jax"

import keras

model = keras.Sequential([keras.layers.Dense(10, activation="softmax")])
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
