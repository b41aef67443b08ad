import tensorflow as tf

ds = tf.data.Dataset.list_files("*.png").map(tf.io.read_file, num_parallel_calls=tf.data.AUTOTUNE)
ds = ds.map(map_func=tf.io.decode_png, num_parallel_calls=tf.data.AUTOTUNE)
