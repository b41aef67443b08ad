import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")

model.save("export")
loaded = tf.saved_model.load("export")
print(loaded(tf.zeros((1, 4))))
