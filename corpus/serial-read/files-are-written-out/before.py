import tensorflow as tf

ds = tf.data.TFRecordDataset(
    ["a.tfrecord", "b.tfrecord"],
    compression_type="GZIP",
)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
