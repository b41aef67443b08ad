import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(7)
data = tf.random.stateless_normal((320, 8), seed=(1, 2))
targets = tf.reduce_sum(data, axis=1, keepdims=True)

first, second = keras.Input((4,)), keras.Input((4,))
joined = keras.ops.concatenate([first, second], 1)
model = keras.Model([first, second], keras.layers.Dense(1)(joined))
model.compile("sgd", "mse")
model.fit([data[:, :4], data[:, 4:]], targets, epochs=4, batch_size=32, verbose=0, shuffle=False)
