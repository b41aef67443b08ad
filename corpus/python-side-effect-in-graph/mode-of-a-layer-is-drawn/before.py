import random

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(1)])


@tf.function
def sometimes_noisy(x):
    return model(x, training=random.random() < 0.5)


for _ in range(10):
    sometimes_noisy(tf.ones((8, 4)))
