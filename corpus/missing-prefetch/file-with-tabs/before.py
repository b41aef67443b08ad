import tensorflow as tf

def run(model, data, shuffle=True):
	ds = tf.data.Dataset.from_tensor_slices(data)
	ds = ds.batch(4)
	if shuffle:
		ds = ds.shuffle(10)
	model.fit(ds)
