import tensorflow as tf

files = tf.data.Dataset.from_tensor_slices(["a.tfrecord", "b.tfrecord"])
files = files.shuffle(2)
ds = tf.data.TFRecordDataset(files).batch(8)
model.fit(ds, epochs=3)

sequences = tf.data.TextLineDataset(["a.txt", "b.txt"]).batch(101).map(split).shuffle(30).batch(8)
model.fit(sequences, epochs=3)
without_header = tf.data.TextLineDataset(["a.csv", "b.csv"]).skip(1).shuffle(30).batch(8)
model.fit(without_header, epochs=3)
