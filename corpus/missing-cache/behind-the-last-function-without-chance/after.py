import tensorflow as tf


def load(path, label):
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    return tf.image.resize(image, [224, 224]) / 255.0, label


ds = tf.data.Dataset.from_tensor_slices((paths, labels))
ds = ds.map(load)
# 归一化
ds = ds.map(lambda image, label: (image * 2.0 - 1.0, label)).cache()
ds = ds.shuffle(1000).batch(32)
model.fit(ds, epochs=10)
