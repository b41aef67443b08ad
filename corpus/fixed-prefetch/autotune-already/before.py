import tensorflow as tf
from tensorflow.data import AUTOTUNE as AUTO

AUTOTUNE = tf.data.experimental.AUTOTUNE

a = tf.data.Dataset.range(9).prefetch(tf.data.AUTOTUNE)
b = tf.data.Dataset.range(9).prefetch(tf.data.experimental.AUTOTUNE)
c = tf.data.Dataset.range(9).prefetch(buffer_size=AUTOTUNE)
d = tf.data.Dataset.range(9).prefetch(AUTO)
e = tf.data.Dataset.range(9).prefetch(-1)
