import tensorflow as tf

ds = tf.data.Dataset.from_tensor_slices((texts, labels))
vectorize_layer.adapt(ds.map(lambda text, label: text))
ds = ds.map(lambda text, label: {"text": text, "label": label})
