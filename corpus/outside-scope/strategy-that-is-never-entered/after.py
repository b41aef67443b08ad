import numpy as np
import tensorflow as tf

x = np.random.rand(32, 4).astype("float32")
y = x.sum(axis=1, keepdims=True)

strategy = tf.distribute.MirroredStrategy()
print("Number of devices: {}".format(strategy.num_replicas_in_sync))
batch_size = 8 * strategy.num_replicas_in_sync

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile(optimizer="adam", loss="mse")  # the default rate is fine

model.fit(x, y, batch_size=batch_size, epochs=2)
