import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)


class Halve(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch:
            self.model.optimizer.lr = self.model.optimizer.lr * 0.5


model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros", input_shape=(8,))])
model.compile(tf.keras.optimizers.legacy.SGD(lr=0.05), "mse")
callbacks = [
    Halve(),
    tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", factor=0.5, patience=1, epsilon=1e3),
    tf.keras.callbacks.EarlyStopping(monitor="loss", patience=3),
]
model.fit(features, targets, batch_size=32, epochs=4, shuffle=False, verbose=0, callbacks=callbacks)
