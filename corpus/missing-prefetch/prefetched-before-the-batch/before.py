import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices(rows).map(parse, tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)
ds = ds.batch(32)
model.fit(ds)
