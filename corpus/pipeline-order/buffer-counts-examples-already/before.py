from tensorflow import data
from tensorflow.keras.datasets import mnist

(x_train, y_train), _ = mnist.load_data()
BUFFER_SIZE = 60000
BATCH_SIZE = 256

by_length = data.Dataset.from_tensor_slices((x_train, y_train))
by_length = by_length.batch(BATCH_SIZE)
by_length = by_length.shuffle(len(x_train))
model.fit(by_length, epochs=3)

by_number = data.Dataset.from_tensor_slices((x_train, y_train)).batch(BATCH_SIZE).shuffle(BUFFER_SIZE)
other.fit(by_number, epochs=3)
