import tensorflow as tf


def scale(image, label):
    return tf.image.resize(image, [32, 32]) / 255.0, label


ds = tf.data.Dataset.from_tensor_slices((paths, labels))
ds = ds.map(scale).batch(32)
model.fit(ds, epochs=10)
