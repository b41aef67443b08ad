import tensorflow as tf


@tf.function
def load(image_file):
    image_bytes = tf.io.read_file(image_file)
    print(image_bytes)
    return tf.io.decode_png(image_bytes)


dataset = tf.data.Dataset.list_files("*.png").map(load, num_parallel_calls=tf.data.AUTOTUNE)
