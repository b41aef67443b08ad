import tensorflow as tf

files = tf.data.Dataset.list_files("*.tfrecord")
ds = files.interleave(tf.data.TFRecordDataset, cycle_length=4, num_parallel_calls=tf.data.AUTOTUNE)
other = files.interleave(lambda p: tf.data.TFRecordDataset([p, p]), num_parallel_calls=tf.data.AUTOTUNE)
model.fit(ds.batch(8))
model.fit(other.batch(8))
