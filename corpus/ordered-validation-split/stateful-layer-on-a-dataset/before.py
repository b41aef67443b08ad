from tensorflow import keras

model = keras.Sequential()
model.add(keras.layers.LSTM(32, batch_input_shape=(16, 10, 1), stateful=True))
model.add(keras.layers.Dense(1))
model.compile("adam", "mse")
model.fit(dataset, epochs=3)
