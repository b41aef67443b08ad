import tensorflow as tf


def read(path):
    return tf.io.decode_jpeg(tf.io.read_file(path)).numpy()


ds = tf.data.Dataset.from_tensor_slices(paths)
ds = ds.map(lambda path: tf.py_function(read, [path], tf.uint8)).batch(32)
model.fit(ds, epochs=10)
