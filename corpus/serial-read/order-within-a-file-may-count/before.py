import tensorflow as tf

files = tf.data.Dataset.from_tensor_slices(["a.tfrecord", "b.tfrecord"])
files = files.shuffle(2)
ds = tf.data.TFRecordDataset(files).batch(8)
model.fit(ds, epochs=3)
