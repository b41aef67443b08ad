from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.save("a.keras")
model.save_weights("a.weights.h5")
keras.models.load_model("a.keras").load_weights("a.weights.h5")
callbacks = [
    keras.callbacks.ModelCheckpoint("best.keras"),
    keras.callbacks.ModelCheckpoint("w_{epoch}.weights.h5", save_weights_only=True),
]
