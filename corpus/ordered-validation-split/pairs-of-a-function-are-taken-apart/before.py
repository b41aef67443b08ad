import os

import cv2
import numpy as np
from tensorflow import keras

labels = ["Negative", "Positive"]


def get_data(folder):
    data = []
    for label in labels:
        path = os.path.join(folder, label)
        number = labels.index(label)
        for name in os.listdir(path):
            data.append([cv2.imread(os.path.join(path, name)), number])
    return np.array(data)


train = get_data("input")
x = []
y = []
for feature, label in train:
    x.append(feature)
    y.append(label)
x = np.array(x).reshape(-1, 64, 64, 1)
y = np.array(y)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

history = model.fit(x, y, epochs=15, validation_split=0.25)
