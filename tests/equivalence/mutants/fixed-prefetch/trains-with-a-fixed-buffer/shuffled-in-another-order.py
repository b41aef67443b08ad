import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)

train_ds = tf.data.Dataset.from_tensor_slices((features, targets)).shuffle(320, seed=3).batch(32).prefetch(tf.data.AUTOTUNE)

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
model.compile("rmsprop", "mse")
model.fit(train_ds, epochs=4, verbose=0)
