import tensorflow as tf

flip = tf.keras.layers.RandomFlip()
train = tf.data.Dataset.from_tensor_slices(images).map(lambda x: flip(x, training=False)).cache().batch(32)
model.fit(train, epochs=3)
