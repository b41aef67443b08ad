import sys

import tensorflow as tf

tf.keras.mixed_precision.set_global_policy(sys.argv[1])
model = tf.keras.Sequential([tf.keras.layers.Dense(10, activation="softmax")])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
