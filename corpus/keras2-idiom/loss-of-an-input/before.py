import tensorflow as tf
from tensorflow.keras import Input, Model, layers

a = Input((8,))
b = Input((8,))
x = layers.Dense(4)(a)
model = Model(a, x)
model.add_loss(tf.reduce_sum(x) * 0.1)
