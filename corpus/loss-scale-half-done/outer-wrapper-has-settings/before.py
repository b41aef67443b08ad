from tensorflow import keras

optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam())
optimizer = keras.mixed_precision.LossScaleOptimizer(optimizer, initial_scale=1024.0)
