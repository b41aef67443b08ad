from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(2, activation="softmax")])
model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
