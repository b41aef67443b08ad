import tensorflow as tf

path = "train.tfrecord"
ds = tf.data.TFRecordDataset(path)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
