from tensorflow import keras

loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
small = keras.Sequential([keras.layers.Dense(10)])
small.compile("adam", loss)
large = keras.Sequential([keras.layers.Dense(64), keras.layers.Dense(10, activation="softmax")])
large.compile("adam", loss)
