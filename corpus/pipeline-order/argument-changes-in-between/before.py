import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((x, y)).batch(n := 4).shuffle(n)
model.fit(train, epochs=3)
config.buffer = 10
other = tf.data.Dataset.from_tensor_slices((x, y)).repeat()
config.buffer = 100
other = other.shuffle(config.buffer)
model.fit(other.batch(8), steps_per_epoch=3)
