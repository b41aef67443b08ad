import tensorflow as tf
from tensorflow.keras.preprocessing.text import Tokenizer

tokenizer = Tokenizer(num_words=100)
flow = tf.keras.preprocessing.image.ImageDataGenerator(rescale=1 / 255)
loss = tf.keras.losses.mse([1.0], [2.0])
act = tf.keras.layers.ThresholdedReLU(0.5)
