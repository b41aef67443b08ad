import numpy as np
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")

x = np.linspace(0, 1, 64, dtype="float32")[:, None]
y = 200000 + 1000 * x  # prices

model = keras.Sequential([keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1, dtype="float32")])
model.compile(optimizer=keras.optimizers.Adam(0.1), loss="mse")
model.fit(x, y, epochs=2, verbose=0)
