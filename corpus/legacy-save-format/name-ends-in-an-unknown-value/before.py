import sys

from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")

name = sys.argv[1]
model.save(name)
model.save_weights("weights_" + name)
model.save_weights(f"out/{name}")
model.save_weights("{}".format(name))
