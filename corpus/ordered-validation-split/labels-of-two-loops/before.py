import numpy as np
import tensorflow as tf
from tensorflow import keras

images = []
labels = []
for path in cats:
    images.append(load(path))
    labels.append(0)
for path in dogs:
    images.append(load(path))
    labels.append(1)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(np.array(images), np.array(labels), validation_split=0.3)
