import tensorflow as tf

files = tf.data.Dataset.list_files("*.tfrecord")
ds = files.interleave(lambda name: tf.data.TFRecordDataset(name).prefetch(1), cycle_length=32)
