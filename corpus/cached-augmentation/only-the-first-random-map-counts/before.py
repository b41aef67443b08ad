import tensorflow as tf


def normalize(image):
    return tf.cast(image, tf.float32) / 255.0


def flip(image):
    return tf.image.random_flip_left_right(image)


def hue(image):
    return tf.image.random_hue(image, 0.08)


ds = tf.data.Dataset.from_tensor_slices(images).map(normalize).map(flip).map(hue).cache().batch(8)
for epoch in range(5):
    for batch in ds:
        train_step(batch)
