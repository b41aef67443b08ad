import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow as tf

metric = tf.keras.metrics.Mean()
metric.reset_states()
layer = tf.keras.layers.experimental.preprocessing.Rescaling(1 / 255)
optimizer = tf.keras.optimizers.legacy.Adam()
