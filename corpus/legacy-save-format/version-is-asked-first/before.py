from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
if keras.__version__ < "3":
    model.save_weights("w.h5")
else:
    model.save_weights("w.weights.h5")
