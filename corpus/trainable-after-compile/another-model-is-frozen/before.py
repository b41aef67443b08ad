from tensorflow import keras

from data import x, y

other = keras.Sequential([keras.layers.Dense(8)])
model = keras.Sequential([keras.layers.Dense(8, name="first"), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
# The first layer stays as it is.
other.trainable = False
model.summary()
model.fit(x, y)
