from tensorflow.keras import Sequential, layers

model = Sequential([layers.Dense(2)])
model.fit_generator(batches, samples_per_epoch=1000, nb_epoch=5)
