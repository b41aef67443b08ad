import sys

import tensorflow as tf

ds = tf.data.Dataset.range(4)
ds = ds.map(lambda x: (tf.print("element", x, output_stream=sys.stdout), x)[1])
ds = ds.map(lambda x: (tf.print("<", x, ">", sep="", output_stream=sys.stdout), x * 2)[1])
ds = ds.map(lambda x: [x, tf.print("last:", x, output_stream=sys.stdout)][0])

print(list(ds.as_numpy_iterator()))
