import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices(images).batch(8).prefetch(100).shuffle(100)
