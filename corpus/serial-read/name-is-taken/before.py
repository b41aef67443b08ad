from tensorflow.data import TFRecordDataset

tf = "transfer"
ds = TFRecordDataset(["a.tfrecord", "b.tfrecord"])
model.fit(ds.shuffle(1000).batch(32), epochs=3)
