import tensorflow as tf
from tensorflow.keras import Input, Model, layers

a = Input((8,))
b = Input((8,))
x = tf.signal.dct(a)
x = layers.Dense(4)(x)
outputs = x
model = Model([a, b], outputs)
