import numpy as np
from tensorflow import keras

x = np.load("x.npy")
y = np.load("y.npy")

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(x, y, validation_split=0.2)
