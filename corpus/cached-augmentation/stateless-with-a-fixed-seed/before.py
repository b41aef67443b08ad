import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices(images)
train = train.map(lambda x: tf.image.stateless_random_flip_left_right(x, seed=(1, 2))).cache().batch(32)
model.fit(train, epochs=3)
