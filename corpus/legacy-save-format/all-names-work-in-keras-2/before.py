from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.save("folder", save_format="tf")
model.save_weights("w.h5")
model.load_weights("w.h5", by_name=True)
model.save_weights("ckpt/w")
callback = keras.callbacks.ModelCheckpoint("cp.ckpt", save_weights_only=True, period=5)
