from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_float16")

inputs = keras.Input((784,))
x = layers.Dense(64, activation="relu")(inputs)
# What it was like: the outputs were float16.
outputs = layers.Dense(10, activation="softmax", name="old")(x)
x = layers.Dense(10, name="logits")(x)
outputs = layers.Activation("softmax", dtype="float32", name="probabilities")(x)
model = keras.Model(inputs=inputs, outputs=outputs)
model.compile("rmsprop", "sparse_categorical_crossentropy")
