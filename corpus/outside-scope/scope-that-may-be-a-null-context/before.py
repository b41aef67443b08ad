import contextlib

import tensorflow as tf

strategy = tf.distribute.MirroredStrategy() if len(tf.config.list_physical_devices("GPU")) > 1 else None
with strategy.scope() if strategy else contextlib.nullcontext():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
