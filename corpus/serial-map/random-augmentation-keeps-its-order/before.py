import tensorflow as tf

generator = tf.random.Generator.from_seed(1)


def flip(image):
    return tf.image.random_flip_left_right(image, seed=3)


def noise(image):
    return image + tf.random.normal(tf.shape(image), seed=1)


def draw(image):
    return image + generator.normal([])


def crop(image):
    return tf.image.random_crop(flip(image), [8, 8, 3])


def sample(image):
    begin, size, box = tf.image.sample_distorted_bounding_box(tf.shape(image), boxes)
    return tf.slice(image, begin, size)


def drop(x):
    return tf.nn.dropout(x, 0.5)


ds = tf.data.Dataset.from_tensor_slices(images)
ds = ds.map(flip).map(noise).map(draw).map(crop).map(sample).map(drop)
ds = ds.map(lambda x: tf.map_fn(tf.image.random_flip_up_down, x))
