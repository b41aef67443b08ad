import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

augment = keras.Sequential([layers.RandomFlip("horizontal"), layers.RandomRotation(0.1)])
flip = layers.RandomFlip()
vectorize = layers.TextVectorization()
network = keras.models.load_model("encoder.keras")

ds = tf.data.Dataset.from_tensor_slices((images, labels))
ds = ds.map(lambda x, y: (augment(x, training=True), y))
ds = ds.map(lambda x, y: (flip(x), y))
ds = ds.map(lambda x, y: (vectorize(x), y))
ds = ds.map(lambda x, y: (network(x), y))
