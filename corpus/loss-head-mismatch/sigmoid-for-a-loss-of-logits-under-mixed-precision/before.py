from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(1, activation="sigmoid", dtype="float32")])
model.compile("adam", loss=keras.losses.BinaryCrossentropy(from_logits=True, label_smoothing=0.1))
