from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", experimental_run_tf_function=False)
model.compile("sgd", "mse", experimental_steps_per_execution=10)
board = keras.callbacks.TensorBoard(log_dir="logs", histogram_freq=1, write_grads=True, write_images=True)
