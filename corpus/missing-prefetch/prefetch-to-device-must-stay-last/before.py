import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices(images).batch(32)
ds = ds.apply(tf.data.experimental.prefetch_to_device("/gpu:0"))
for batch in ds:
    train_step(batch)

copied = tf.data.Dataset.from_tensor_slices(images).batch(32)
copied = copied.apply(tf.data.experimental.copy_to_device("/gpu:0"))
for batch in copied:
    train_step(batch)
