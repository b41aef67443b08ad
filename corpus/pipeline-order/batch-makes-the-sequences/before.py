import tensorflow as tf

ids = tf.data.Dataset.from_tensor_slices(text_as_int)
sequences = ids.batch(101, drop_remainder=True)
dataset = sequences.map(lambda chunk: (chunk[:-1], chunk[1:])).shuffle(10000).batch(64, drop_remainder=True)
model.fit(dataset, epochs=10)
