import tensorflow as tf

files = tf.data.Dataset.list_files("*.tfrecord")
a = files.interleave(tf.data.TFRecordDataset)
b = files.interleave(tf.data.TFRecordDataset, block_length=4)
c = files.interleave(tf.data.TFRecordDataset, cycle_length=tf.data.AUTOTUNE)
d = files.interleave(tf.data.TFRecordDataset, cycle_length=None)
e = files.interleave(lambda f: tf.data.TFRecordDataset(f).shuffle(10), cycle_length=4)
f = files.interleave(lambda f: tf.data.TFRecordDataset(f).map(tf.image.random_brightness), cycle_length=4)
