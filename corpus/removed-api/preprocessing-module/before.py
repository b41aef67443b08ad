import tensorflow as tf
from tensorflow.keras import layers
from tensorflow.keras.layers.experimental import preprocessing

augmentation = tf.keras.Sequential(
    [
        preprocessing.RandomFlip("horizontal"),
        preprocessing.RandomRotation(0.1),
    ]
)
rescale = tf.keras.layers.experimental.preprocessing.Rescaling(1 / 255)
head = layers.Dense(10)
