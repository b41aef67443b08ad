import numpy as np
import tensorflow as tf

x = np.ones((100, 3))
quantiles = np.array([0.1, 0.5, 0.9])
weights = np.array([1.0, 2.0, 3.0])
model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
predictions = model(x)
loss = tf.reduce_mean(tf.abs(predictions - quantiles))
advantage = np.mean(weights - model.predict(np.zeros((1, 3))))
