import tensorflow as tf

files = tf.data.Dataset.list_files("data/*").shuffle(100)
train = files.map(read).cache().shuffle(5000).batch(32)
model.fit(train, epochs=3)
