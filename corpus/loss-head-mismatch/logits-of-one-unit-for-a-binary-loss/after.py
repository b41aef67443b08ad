from tensorflow import keras

model = keras.Sequential([
    keras.layers.Dense(16, activation="relu"),
    keras.layers.Dense(1, activation="sigmoid"),
])
model.compile("adam", keras.losses.BinaryCrossentropy(), metrics=["accuracy"])
