from tensorflow import keras

from data import Settings, x, y

settings = Settings()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
settings.trainable = False
model.fit(x, y)
