import tensorflow as tf

ds = tf.data.TFRecordDataset(["a.tfrecord", "b.tfrecord"]).map(parse).shuffle(8).batch(8)
model.predict(ds)
