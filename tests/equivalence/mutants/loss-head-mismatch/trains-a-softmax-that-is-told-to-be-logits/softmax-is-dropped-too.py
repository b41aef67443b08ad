import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(3)
x = tf.random.stateless_normal((320, 8), seed=(1, 2))
y = tf.argmax(x[:, :4], axis=1)

model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
model.compile(optimizer="sgd", loss=keras.losses.SparseCategoricalCrossentropy())
model.fit(x, y, epochs=4, batch_size=32, verbose=0, shuffle=False)
