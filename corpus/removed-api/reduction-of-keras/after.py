import keras

loss_fn = keras.losses.MeanSquaredError(reduction="none")
other = keras.losses.MeanAbsoluteError(reduction="sum")
