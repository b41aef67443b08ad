import tensorflow as tf


def augment(image):
    return tf.image.random_flip_left_right(image)


if not AUGMENT:

    def augment(image):
        return image


train = tf.data.Dataset.from_tensor_slices(x).map(augment).cache().batch(8)
model.fit(train, epochs=3)
