from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.export("net")
layer = keras.layers.TFSMLayer("net", call_endpoint="serving_default")
