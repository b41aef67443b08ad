import tensorflow as tf

options = tf.data.Options()
options.autotune.enabled = False

dataset = tf.data.Dataset.from_tensor_slices(rows).batch(32).with_options(options).prefetch(tf.data.AUTOTUNE)
model.fit(dataset)
