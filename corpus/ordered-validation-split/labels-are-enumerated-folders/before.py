import os

import numpy as np
from tensorflow import keras
from tensorflow.keras.utils import to_categorical

x, y = [], []
for label, folder in enumerate(sorted(os.listdir("data"))):
    for name in os.listdir(os.path.join("data", folder)):
        x.append(np.load(os.path.join("data", folder, name)))
        y.append(label)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(np.asarray(x), to_categorical(np.asarray(y)), validation_split=0.1)
