import os

from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")

if LOAD_MODEL:
    model.load_weights("./checkpoint/last.weights.h5")
checkpoint = keras.callbacks.ModelCheckpoint("./checkpoint/last.weights.h5", save_weights_only=True, save_freq="epoch")
model.fit(
    x,
    y,
    epochs=100,
    callbacks=[
        checkpoint,  # each epoch
        keras.callbacks.TensorBoard("logs"),
    ],
)
