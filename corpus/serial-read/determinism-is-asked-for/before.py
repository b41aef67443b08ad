import tensorflow as tf

tf.config.experimental.enable_op_determinism()
files = tf.io.gfile.glob("data/train-*.tfrecord")
ds = tf.data.TFRecordDataset(files).map(parse)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
