import numpy as np
from tensorflow import keras

labels = []
for path in cats:
    labels.append(0)
for path in dogs:
    labels.append(1)
labels.sort(key=lambda one: hash(one))

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(x, np.array(labels), validation_split=0.2)
