import tensorflow as tf

ds = tf.data.Dataset.range(4)
ds = ds.map(lambda x: (print("element", x), x)[1])
ds = ds.map(lambda x: print(f"<{x}>") or x * 2)
ds = ds.map(lambda x: [x, print("last:", x)][0])

print(list(ds.as_numpy_iterator()))
