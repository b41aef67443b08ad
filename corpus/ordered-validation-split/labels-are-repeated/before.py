import numpy as np
from tensorflow import keras

y = np.repeat(np.arange(10), 100)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(x, y, validation_split=0.2)
