import numpy as np
import tensorflow as tf

x = np.random.rand(32, 4).astype("float32")
y = x.sum(axis=1, keepdims=True)

strategy = tf.distribute.MirroredStrategy()

with strategy.scope():
    loss_object = tf.keras.losses.MeanSquaredError()
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile(optimizer="adam", loss=loss_object)

model.fit(x, y, epochs=2)
