import tensorflow as tf


def load(path):
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    return tf.image.resize(image, [224, 224]) / 255.0


ds = tf.data.Dataset.list_files("images/*.jpg").map(load).shuffle(512).batch(16)
model.fit(ds, epochs=10)
