import tensorflow as tf


def load(path, label):
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    return tf.image.resize(image, [224, 224]) / 255.0, label


ds = tf.data.Dataset.from_tensor_slices((paths, labels))
ds = ds.map(load).cache().batch(32)

for epoch in range(5):
    for images, targets in ds:
        train_step(images, targets)
