import os

from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")

model.load_weights("last.h5")
checkpoint = keras.callbacks.ModelCheckpoint("last.h5", save_weights_only=True)
model.fit(x, y, epochs=10, callbacks=[checkpoint])
