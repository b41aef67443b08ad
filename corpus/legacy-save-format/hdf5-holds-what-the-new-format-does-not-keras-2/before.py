from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.add(keras.layers.Lambda(lambda x: x * 2))
model.save("a.h5")
