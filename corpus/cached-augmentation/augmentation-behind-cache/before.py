import tensorflow as tf


def augment(image, label):
    return tf.image.random_flip_left_right(image), label


train = tf.data.Dataset.from_tensor_slices((images, labels)).cache().map(augment).batch(32)
model.fit(train, epochs=3)
