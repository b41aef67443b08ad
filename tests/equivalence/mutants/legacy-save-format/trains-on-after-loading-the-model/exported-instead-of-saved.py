import os
import tempfile

import numpy as np
import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.keras")
rng = np.random.default_rng(2)
x = rng.normal(size=(160, 4)).astype("float32")
y = x.sum(axis=1, keepdims=True)

layers = [tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)]
model = tf.keras.Sequential([tf.keras.layers.Input((4,)), *layers])
model.compile(tf.keras.optimizers.SGD(0.01, momentum=0.95), tf.keras.losses.MeanSquaredError())
model.fit(x, y, epochs=2, batch_size=16, verbose=0)
model.export(path)
model = tf.keras.models.load_model(path)
model.fit(x, y, epochs=4, batch_size=16, verbose=0)
