from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(1, dtype="float32")])
model.compile(keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam()), "mse")
