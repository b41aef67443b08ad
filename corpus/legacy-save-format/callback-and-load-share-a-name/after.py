import os

from tensorflow import keras
from tensorflow.keras.callbacks import ModelCheckpoint

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")

checkpoint_path = "training_1/cp.weights.h5"
checkpoint_dir = os.path.dirname(checkpoint_path)
callback = ModelCheckpoint(filepath=checkpoint_path, save_weights_only=True, verbose=1)
model.fit(x, y, epochs=10, callbacks=[callback])
print(os.listdir(checkpoint_dir), "written to", checkpoint_path)
model.load_weights(checkpoint_path)
