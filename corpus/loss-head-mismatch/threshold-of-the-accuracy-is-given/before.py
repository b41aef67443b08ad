from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
metrics = [keras.metrics.BinaryAccuracy(threshold=0, name="accuracy")]
model.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True), metrics=metrics)
