from tensorflow import keras
from tensorflow.keras import layers, mixed_precision

mixed_precision.set_global_policy("mixed_float16")
inputs = keras.Input((8,))
x = layers.Dense(64, activation="relu")(inputs)
mixed_precision.set_global_policy("float32")
outputs = layers.Dense(3, activation="softmax")(x)
model = keras.Model(inputs, outputs)
model.compile("adam", "categorical_crossentropy")
