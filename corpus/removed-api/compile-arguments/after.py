from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.compile("sgd", "mse", steps_per_execution=10)
board = keras.callbacks.TensorBoard(log_dir="logs", histogram_freq=1, write_images=True)
