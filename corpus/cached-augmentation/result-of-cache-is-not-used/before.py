import tensorflow as tf


def augment(image, label):
    return tf.image.random_flip_left_right(image), label


ds = tf.data.Dataset.from_tensor_slices((images, labels)).map(augment)
ds.cache()
model.fit(ds.batch(32), epochs=10)
