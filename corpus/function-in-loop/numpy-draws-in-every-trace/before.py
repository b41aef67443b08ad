import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
x = tf.ones((8, 4))
for epoch in range(20):

    @tf.function
    def mixup(x):
        weight = np.random.beta(0.5, 0.5)
        return model(weight * x)

    mixup(x)
