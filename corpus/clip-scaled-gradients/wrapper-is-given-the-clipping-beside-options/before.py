from tensorflow import keras

options = {"learning_rate": 1e-3, "clipnorm": 1.0}
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(**options), global_clipnorm=1.0)
