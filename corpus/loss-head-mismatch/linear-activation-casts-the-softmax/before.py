from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((784,))
x = layers.Dense(10, name="logits")(inputs)
outputs = layers.Activation("softmax", dtype="float32")(x)
# Only casts to float32.
outputs = layers.Activation("linear", dtype="float32")(outputs)
model = keras.Model(inputs, outputs)
model.compile(loss="sparse_categorical_crossentropy", optimizer="rmsprop")
