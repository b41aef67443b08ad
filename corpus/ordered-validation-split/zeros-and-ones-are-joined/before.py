import numpy as np
from tensorflow import keras

x = np.concatenate([good, bad])
y = np.concatenate([np.zeros(len(good)), np.ones(len(bad))])

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(x, y, epochs=3, validation_split=0.2, shuffle=True)
