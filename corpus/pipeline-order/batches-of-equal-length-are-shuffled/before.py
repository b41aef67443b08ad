import tensorflow as tf

train = tf.data.Dataset.from_generator(sorted_by_length, tf.int32).padded_batch(32).shuffle(100)
model.fit(train, epochs=3)
