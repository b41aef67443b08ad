import tensorflow as tf

ds = tf.data.Dataset.list_files("*.png").map(tf.io.read_file)
ds = ds.map(map_func=tf.io.decode_png)
