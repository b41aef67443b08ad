import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((x, y)).map(scale).cache().shuffle(1000).batch(32).prefetch(tf.data.AUTOTUNE)
train = train.repeat()
model.fit(train, steps_per_epoch=100, epochs=3)
