import tensorflow as tf

tf.random.set_seed(42)


def augment(image, label):
    return tf.image.random_flip_left_right(image), label


train = tf.data.Dataset.from_tensor_slices((images, labels)).map(augment).cache().batch(32)
model.fit(train, epochs=3)
