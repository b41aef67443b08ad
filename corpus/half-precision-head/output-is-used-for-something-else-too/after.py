from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_float16")

inputs = keras.Input((16,))
features = layers.Dense(32, activation="relu")(inputs)
probabilities = layers.Dense(4, activation="softmax", dtype="float32")(features)
# The second head sees what the first one said.
joined = layers.Concatenate()([features, probabilities])
score = layers.Dense(1, activation="sigmoid", dtype="float32")(joined)
model = keras.Model(inputs, [probabilities, score])
model.compile("adam", ["sparse_categorical_crossentropy", "binary_crossentropy"])
