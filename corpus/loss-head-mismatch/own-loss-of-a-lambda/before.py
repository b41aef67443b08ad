import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(10)])
model.compile("adam", loss=lambda y, p: keras.losses.sparse_categorical_crossentropy(y, p, from_logits=True))
