import tensorflow as tf


def windows(length):
    starts = []
    for start in tf.range(length):
        starts.append(start)
    return tf.stack(starts)


lengths = tf.data.Dataset.range(1, 4).map(lambda n: tf.cast(n, tf.int32)).map(windows)
print([row.tolist() for row in lengths.as_numpy_iterator()])
