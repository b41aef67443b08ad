import tensorflow as tf
from tensorflow.keras import Input, Model, layers

a = Input((8,))
b = Input((8,))
x = tf.concat([a, b], axis=-1)
x = layers.Dense(4)(x)
outputs = tf.reduce_mean(x, axis=1, keepdims=True)
model = Model([a, b], outputs)
