from tensorflow import keras

try:
    optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3), global_clipnorm=1.0)
except ValueError:
    optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3))
