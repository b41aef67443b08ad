import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices(images).map(lambda x: tf.image.random_hue(x, 0.1, seed=7)).cache().batch(32)
model.fit(train, epochs=3)
