import tensorflow as tf

ds = tf.data.TFRecordDataset(["train.tfrecord"])
model.fit(ds.shuffle(1000).batch(32), epochs=3)
