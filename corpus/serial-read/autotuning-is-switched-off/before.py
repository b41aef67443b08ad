import tensorflow as tf

options = tf.data.Options()
options.autotune.enabled = False
ds = tf.data.TFRecordDataset(["a.tfrecord", "b.tfrecord"]).with_options(options)
model.fit(ds.shuffle(1000).batch(32), epochs=3)
