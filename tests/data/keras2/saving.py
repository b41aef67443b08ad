import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)


def make():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros", input_shape=(8,))])
    model.compile(tf.keras.optimizers.legacy.SGD(lr=0.05), "mse")
    return model


model = make()
model.fit(features, targets, batch_size=32, epochs=4, shuffle=False, verbose=0)
model.save_weights("trained.ckpt")

again = make()
again.load_weights("trained.ckpt")
again.fit(features, targets, batch_size=32, epochs=4, shuffle=False, verbose=0)
