import tensorflow as tf

ds = tf.data.TFRecordDataset(files).prefetch(tf.data.AUTOTUNE).map(parse).batch(32).prefetch(tf.data.AUTOTUNE)
model.fit(ds, epochs=3)
