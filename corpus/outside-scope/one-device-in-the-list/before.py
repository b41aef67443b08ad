import numpy as np
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy(["/gpu:0"])
batch_size = 8 * strategy.num_replicas_in_sync
model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.ones((8, 4)), np.ones((8, 1)), batch_size=batch_size)
