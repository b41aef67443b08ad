import tensorflow as tf
from tensorflow import keras

per_example = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction=keras.losses.Reduction.NONE)
total = tf.losses.MeanSquaredError(reduction=tf.losses.Reduction.SUM)
