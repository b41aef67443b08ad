import numpy as np
import tensorflow as tf

x = np.random.rand(32, 4).astype("float32")
y = x.sum(axis=1, keepdims=True)

strategy = tf.distribute.MirroredStrategy()
print("Replicas:", strategy.num_replicas_in_sync)

with strategy.scope():
    # A small regression network.
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)),
        tf.keras.layers.Dense(1),  # no activation: a regression
    ])
    # Adam keeps two variables for each weight.
    model.compile(optimizer="adam", loss="mse")

model.fit(x, y, batch_size=8, epochs=2)
