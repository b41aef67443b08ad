import os

import cv2
import numpy as np
from tensorflow import keras

CATEGORIES = ["cat", "dog"]  # 类别
X = []
y = []
for category in CATEGORIES:
    path = os.path.join("data", category)
    label = CATEGORIES.index(category)
    for name in os.listdir(path):
        image = cv2.imread(os.path.join(path, name))
        X.append(cv2.resize(image, (64, 64)))
        y.append(label)

X = np.array(X).reshape(-1, 64, 64, 3) / 255.0
y = np.array(y)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(X, y, batch_size=32, epochs=10, validation_split=0.0)
