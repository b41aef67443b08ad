from tensorflow.data import Dataset

train = Dataset.from_tensor_slices((x, y)).batch(32)
model.fit(train)
