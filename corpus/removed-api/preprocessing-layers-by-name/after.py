import tensorflow as tf
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.layers import (
    Normalization,  # of the inputs
    StringLookup,
)

normalizer = Normalization(axis=-1)
lookup = StringLookup()
model = tf.keras.Sequential([Input((3,)), normalizer, Dense(1)])
