import tensorflow as tf


def windows(length):
    starts = tf.TensorArray(tf.int32, size=0, dynamic_size=True, element_shape=())
    for start in tf.range(length):
        starts = starts.write(starts.size(), start)
    return starts.stack()


lengths = tf.data.Dataset.range(1, 4).map(lambda n: tf.cast(n, tf.int32)).map(windows)
print([row.tolist() for row in lengths.as_numpy_iterator()])
