import tensorflow as tf


def prepare(ds: tf.data.Dataset):
    ds = ds.map(lambda image, target: tf.cast(image, tf.float32) / 255.0)
    # add noise to images
    ds = ds.map(lambda image: (image + tf.random.normal(tf.shape(image)), image))

    return ds.cache().shuffle(10000).batch(32)
