import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((images, labels)).map(lambda x, y: (x / 255.0, y)).cache().batch(32)
noise = tf.random.normal((8, 100))
model.fit(train, epochs=3)
