import contextlib

import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
stack = contextlib.ExitStack()
stack.enter_context(strategy.scope())
model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
stack.close()
