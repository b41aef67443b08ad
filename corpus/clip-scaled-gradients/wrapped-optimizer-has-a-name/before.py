from tensorflow import keras

adam = keras.optimizers.Adam(1e-3)
optimizer = keras.mixed_precision.LossScaleOptimizer(adam, clipvalue=0.5)
