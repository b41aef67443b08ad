import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices(values).batch(4)
everything = list(ds)
first = next(iter(ds))
total = ds.reduce(0, lambda state, value: state + tf.reduce_sum(value))
whole = tf.data.experimental.get_single_element(tf.data.Dataset.from_tensor_slices(values).batch(len(values)))
ds.save("/tmp/saved")
shapes = [batch.shape for batch in ds]
print(ds.cardinality(), ds.element_spec)
