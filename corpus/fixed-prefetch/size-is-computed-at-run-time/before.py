import os

import tensorflow as tf

BATCH = int(os.environ["BATCH"])
ds = tf.data.Dataset.range(9).prefetch(2 * BATCH)
ds = ds.prefetch(config.prefetch)
ds = ds.prefetch(len(os.listdir(".")))
