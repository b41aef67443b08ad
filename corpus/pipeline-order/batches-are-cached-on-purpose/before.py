import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32).cache().shuffle(50)
model.fit(train, epochs=3)
