import tensorflow as tf

db = tf.data.Dataset.from_tensor_slices((x, y))
db = db.shuffle(1000).map(lambda img, label: (tf.cast(img, tf.float32) / 255.0, tf.one_hot(label, 10)), num_parallel_calls=tf.data.AUTOTUNE).batch(32)
