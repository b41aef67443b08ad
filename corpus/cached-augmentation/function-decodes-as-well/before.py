import tensorflow as tf


def load(path):
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    return tf.image.random_flip_left_right(tf.image.resize(image, (224, 224)))


train = tf.data.Dataset.list_files("images/*.jpg").map(load).cache().batch(32)
model.fit(train, epochs=3)
