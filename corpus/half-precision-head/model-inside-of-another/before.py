from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_bfloat16")

codes = keras.Sequential([layers.Dense(32, activation="relu"), layers.Dense(8, activation="sigmoid")])
decoder = keras.Sequential([layers.Dense(32, activation="relu"), layers.Dense(64, dtype="float32")])
autoencoder = keras.Sequential([codes, decoder])
autoencoder.compile("adam", "mse")
print(codes.predict(keras.random.normal((4, 64))).round())
