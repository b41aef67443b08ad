import tensorflow as tf

kept = tf.data.Dataset.from_tensor_slices(x).map(lambda a: (a, tf.random.uniform(())))
kept = kept.filter(lambda a, p: p < 0.1).cache()
model.fit(kept.batch(8), epochs=3)
