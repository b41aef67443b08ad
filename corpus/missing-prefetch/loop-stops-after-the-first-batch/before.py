import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(9)
for images, labels in ds:
    show(images, labels)
    break
for images, labels in ds.take(3):
    show(images, labels)
