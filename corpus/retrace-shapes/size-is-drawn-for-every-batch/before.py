import random

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Conv2D(4, 3), tf.keras.layers.GlobalAveragePooling2D()])


@tf.function
def step(images):
    return model(images, training=True)


images = tf.ones((8, 64, 64, 3))
for _ in range(100):
    size = random.randint(32, 64)
    resized = tf.image.resize(images, (size, size))
    step(resized)
