from tensorflow import keras

optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3, clipnorm=1.0), dynamic=True)
