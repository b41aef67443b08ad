from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((8,))
x = layers.Dense(12, activation="softmax")(inputs)
outputs = layers.Reshape((12,))(x)
model = keras.Model(inputs=inputs, outputs=outputs)
model.compile(loss=keras.losses.SparseCategoricalCrossentropy(), optimizer="adam")
