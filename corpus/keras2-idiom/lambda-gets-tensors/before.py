import tensorflow as tf
from tensorflow import keras

inputs = keras.Input((2,))
outputs = keras.layers.Lambda(lambda x: tf.square(x))(inputs)
model = keras.Model(inputs, outputs)
