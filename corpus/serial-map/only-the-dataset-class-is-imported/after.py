import tensorflow as tf
from tensorflow.data import Dataset
from tensorflow import math as tfm

ds = Dataset.range(8).map(tfm.square, num_parallel_calls=tf.data.AUTOTUNE)
