import numpy as np
from tensorflow import keras

y = np.concatenate([np.zeros((100, 1)), np.ones((100, 1))], axis=1)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(x, y, validation_split=0.2)
