import tensorflow as tf

files = tf.io.gfile.glob("*.tfrecord")
a = tf.data.TFRecordDataset(files, num_parallel_reads=4)
b = tf.data.TFRecordDataset(files, None, None, 4)
c = tf.data.TFRecordDataset(files, **settings)
model.fit(a.batch(8))
model.fit(b.batch(8))
model.fit(c.batch(8))
