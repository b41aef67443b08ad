from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.save("net", save_format="tf")
layer = keras.layers.TFSMLayer("net", call_endpoint="serving_default")
