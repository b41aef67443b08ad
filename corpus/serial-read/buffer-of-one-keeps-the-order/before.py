import tensorflow as tf

files = tf.io.gfile.glob("data/train-*.tfrecord")
ds = tf.data.TFRecordDataset(files).map(parse)
model.fit(ds.shuffle(1).batch(32), epochs=3)
