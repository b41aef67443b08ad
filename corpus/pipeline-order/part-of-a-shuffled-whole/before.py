import tensorflow as tf

full = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000)
train = full.skip(100).cache()
valid = full.take(100).cache()
model.fit(train.batch(32), validation_data=valid.batch(32), epochs=3)
