from tensorflow import keras

model = keras.Sequential([
    keras.layers.Dense(16, activation="relu"),
    keras.layers.Dense(1),
])
model.compile("adam", keras.losses.BinaryCrossentropy(), metrics=["accuracy"])
