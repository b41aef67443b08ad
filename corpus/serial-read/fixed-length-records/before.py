import tensorflow as tf

ds = tf.data.FixedLengthRecordDataset(("a.bin", "b.bin"), 3073).map(parse)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
