import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)


def batches():
    while True:
        for start in range(0, 320, 32):
            yield features[start : start + 32], targets[start : start + 32]


model = tf.keras.Sequential([tf.keras.layers.Rescaling(0.5), tf.keras.layers.Dense(16), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(learning_rate=tf.keras.optimizers.schedules.InverseTimeDecay(0.01, decay_steps=1, decay_rate=0.01)), "mse")
model.fit(batches(), 10, epochs=4, verbose=0)
