import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32).cache("/tmp/train.cache")
model.fit(train, epochs=3)
