import tensorflow as tf


def augment(image, seed):
    image = tf.image.stateless_random_flip_left_right(image, seed)
    noise = tf.random.stateless_normal(tf.shape(image), seed)
    if tf.reduce_mean(image) > 0.5:
        image = image + noise
    return tf.clip_by_value(image, 0.0, 1.0)


seeds = tf.data.Dataset.counter().map(lambda i: tf.stack([i, 0]))
ds = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(images), seeds)).map(augment)
