import tensorflow as tf

paths = tf.data.Dataset.list_files("logs/*.txt")
ds = tf.data.TextLineDataset(paths)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
