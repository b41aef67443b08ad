import numpy as np
import tensorflow as tf
from tensorflow.keras.layers.experimental import preprocessing
from tensorflow.keras.layers.experimental.preprocessing import Rescaling

rng = np.random.default_rng(1)
features = rng.normal(3, 2, size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)

normalization = preprocessing.Normalization(axis=-1)
normalization.adapt(features)
model = tf.keras.Sequential([Rescaling(1.0), normalization, tf.keras.layers.Dense(1, kernel_initializer="zeros")])
model.compile(tf.keras.optimizers.SGD(learning_rate=0.05), "mse")
model.fit(features, targets, batch_size=32, epochs=4, shuffle=False, verbose=0)
