import tensorflow as tf


def pipeline(files):
    dataset = tf.data.TFRecordDataset(files)
    dataset = dataset.map(tf.io.parse_tensor, num_parallel_calls=tf.data.experimental.AUTOTUNE)
    return dataset.batch(32).prefetch(tf.data.experimental.AUTOTUNE)
