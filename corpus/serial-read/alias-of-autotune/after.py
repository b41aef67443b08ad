import tensorflow as tf

AUTOTUNE = tf.data.experimental.AUTOTUNE
ds = tf.data.TFRecordDataset(tf.io.gfile.glob("*.tfrecord"), num_parallel_reads=AUTOTUNE)
ds = ds.map(parse, num_parallel_calls=AUTOTUNE)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
