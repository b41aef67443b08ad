import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices(x).map(lambda a: a + tf.random.normal(())).cache("train.cache").batch(32)
model.fit(train, epochs=3)
