import tensorflow as tf

size = 1000
train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(size)
size = 32
train = train.batch(size).cache()
model.fit(train, epochs=3)
