import tensorflow as tf


def decode(path):
    return tf.io.decode_jpeg(tf.io.read_file(path))


def random_crop(image):
    return tf.image.random_crop(image, (224, 224, 3))


def pipeline(files):
    ds = tf.data.Dataset.from_tensor_slices(files)
    ds = ds.map(decode)
    # 数据增强
    ds = ds.map(random_crop)
    # Keep the data in memory.
    ds = ds.cache()
    ds = ds.shuffle(1000)
    return ds.batch(32).prefetch(tf.data.AUTOTUNE)
