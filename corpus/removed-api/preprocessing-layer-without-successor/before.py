import tensorflow as tf
from tensorflow.keras.layers.experimental import preprocessing

cross = preprocessing.CategoryCrossing()
print(tf.__name__)
