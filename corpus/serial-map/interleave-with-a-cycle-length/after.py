import tensorflow as tf

N_READERS = 5
paths = tf.data.Dataset.list_files("part-*.csv", seed=42)
lines = paths.interleave(lambda path: tf.data.TextLineDataset(path).skip(1), cycle_length=N_READERS, num_parallel_calls=tf.data.AUTOTUNE)
records = paths.interleave(tf.data.TFRecordDataset, 4, block_length=16, num_parallel_calls=tf.data.AUTOTUNE)
