import tensorflow as tf
from tensorflow.keras import Input, Model, layers

a = Input((8,))
b = Input((8,))
x = tf.keras.ops.concatenate([a, b], axis=-1)
x = layers.Dense(4)(x)
outputs = tf.keras.ops.mean(x, axis=1, keepdims=True)
model = Model([a, b], outputs)
