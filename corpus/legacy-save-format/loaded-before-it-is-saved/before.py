from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.load_weights("w.h5")
model.fit(x, y)
model.save_weights("w.h5")
