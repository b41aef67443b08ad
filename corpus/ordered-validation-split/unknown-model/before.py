from models import build

from tensorflow import keras

model = build()
labels = [0] * 500 + [1] * 500
model.fit(x, labels, validation_split=0.2)
