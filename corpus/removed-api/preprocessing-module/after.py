import tensorflow as tf
from tensorflow.keras import layers

augmentation = tf.keras.Sequential(
    [
        layers.RandomFlip("horizontal"),
        layers.RandomRotation(0.1),
    ]
)
rescale = tf.keras.layers.Rescaling(1 / 255)
head = layers.Dense(10)
