import csv

import numpy as np
from tensorflow import keras

x, y = [], []
for path in paths:
    with open(path) as file:
        for row in csv.reader(file):
            x.append(row[1:])
            y.append(row[0])

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(np.array(x), np.array(y), validation_split=0.2)
