import tensorflow as tf


def jitter(image, label):
    if tf.random.uniform(()) > 0.5:
        image = tf.image.flip_left_right(image)
    return image, label


train = tf.data.Dataset.from_tensor_slices((images, labels)).cache().map(jitter).batch(8)
model.fit(train, epochs=3)
