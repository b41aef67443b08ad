import tensorflow as tf

marked = tf.data.Dataset.from_tensor_slices(x).map(lambda a: (a, tf.random.uniform(()) < 0.8)).cache()
train = marked.filter(lambda a, is_train: is_train)
valid = marked.filter(lambda a, is_train: not is_train)
model.fit(train.batch(8), validation_data=valid.batch(8))
