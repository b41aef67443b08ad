from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
