from tensorflow import keras

POLICY = "float16"  # not mixed_float16: the device has no float32
keras.mixed_precision.set_global_policy(POLICY)
model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(3, activation="softmax")])
model.compile("adam", "categorical_crossentropy")
