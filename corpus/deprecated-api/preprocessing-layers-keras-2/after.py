import tensorflow as tf
from tensorflow.keras import layers

model = tf.keras.Sequential([layers.Rescaling(1 / 255), layers.Flatten(), layers.Dense(10)])
