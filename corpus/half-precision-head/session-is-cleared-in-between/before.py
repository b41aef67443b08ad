from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
keras.backend.clear_session()
model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(3, activation="softmax")])
model.compile("adam", "categorical_crossentropy")
