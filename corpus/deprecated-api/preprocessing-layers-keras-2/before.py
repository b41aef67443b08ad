import tensorflow as tf
from tensorflow.keras import layers
from tensorflow.keras.layers.experimental import preprocessing

model = tf.keras.Sequential([preprocessing.Rescaling(1 / 255), layers.Flatten(), layers.Dense(10)])
