import tensorflow as tf

ds = tf.data.TFRecordDataset(
    ["a.tfrecord", "b.tfrecord"],
    compression_type="GZIP",
    num_parallel_reads=tf.data.AUTOTUNE,
)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
