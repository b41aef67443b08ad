from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
callback = keras.callbacks.ModelCheckpoint("logs/", save_weights_only=True)
