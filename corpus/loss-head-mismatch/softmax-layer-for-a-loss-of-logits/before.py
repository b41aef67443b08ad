from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((8,))
logits = layers.Dense(4)(layers.Dense(16, activation="relu")(inputs))
model = keras.Model(inputs, layers.Softmax()(logits))
model.compile("adam", keras.losses.CategoricalCrossentropy(True, label_smoothing=0.1))
