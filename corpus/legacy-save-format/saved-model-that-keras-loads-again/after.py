import os

from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
os.makedirs("saved", exist_ok=True)
model.save("saved/toy.keras")
del model
model = keras.models.load_model("saved/toy.keras")
