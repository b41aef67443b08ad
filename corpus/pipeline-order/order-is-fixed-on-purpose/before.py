import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000, seed=1, reshuffle_each_iteration=False).cache()
train = train.batch(32)
model.fit(train, epochs=3)

settings = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000, **kwargs).cache().batch(8)
model.fit(settings, epochs=3)

again = tf.data.Dataset.from_tensor_slices((x, y)).repeat().shuffle(1000, reshuffle_each_iteration=RESHUFFLE).batch(8)
model.fit(again, steps_per_epoch=10)
