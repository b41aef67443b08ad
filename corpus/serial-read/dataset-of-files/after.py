import tensorflow as tf

paths = tf.data.Dataset.list_files("logs/*.txt")
ds = tf.data.TextLineDataset(paths, num_parallel_reads=tf.data.AUTOTUNE)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
