import tensorflow as tf

from trainer import Trainer

strategy = tf.distribute.MirroredStrategy()
model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))

Trainer(strategy).run()
