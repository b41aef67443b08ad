import tensorflow as tf
from tensorflow import keras

inputs = keras.Input((8,))
x = keras.layers.Dense(32, activation="relu")(inputs)
outputs = keras.layers.Dense(5)(x)
model = keras.Model(inputs, outputs)
model.compile(optimizer="adam", loss=keras.losses.CategoricalCrossentropy(from_logits=True))


def predict(rows):
    return tf.nn.softmax(model(rows))
