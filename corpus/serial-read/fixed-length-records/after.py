import tensorflow as tf

ds = tf.data.FixedLengthRecordDataset(("a.bin", "b.bin"), 3073, num_parallel_reads=tf.data.AUTOTUNE).map(parse)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
