from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(4)])
model.layers[-1].activation = keras.activations.softmax
model.compile("adam", "categorical_crossentropy")
