import numpy as np
from tensorflow import keras

x, y = [], []
for good, bad in zip(goods, bads):
    x.append(good)
    y.append(0)
    x.append(bad)
    y.append(1)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2, activation="softmax")])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(np.array(x), np.array(y), validation_split=0.2)
