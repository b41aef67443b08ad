from tensorflow import keras

optimizer = keras.optimizers.Adam()
optimizer = keras.mixed_precision.LossScaleOptimizer(optimizer)
optimizer = keras.mixed_precision.LossScaleOptimizer(optimizer)  # 混合精度
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer, "mse")
