import tensorflow as tf

from settings import OPTIONS

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
model.compile(loss="mse", **OPTIONS)
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
