import tensorflow as tf
from tensorflow import keras

per_example = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
total = tf.losses.MeanSquaredError(reduction="sum")
