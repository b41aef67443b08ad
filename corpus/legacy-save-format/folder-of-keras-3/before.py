from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.save("net", zipped=False)
keras.models.load_model("net")
model.save("gs://bucket/old.keras")
