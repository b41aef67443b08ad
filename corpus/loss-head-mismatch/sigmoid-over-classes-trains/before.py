from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(16, activation="relu"), keras.layers.Dense(10, activation="sigmoid")])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
