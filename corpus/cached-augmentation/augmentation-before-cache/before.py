import tensorflow as tf


def augment(image, label):
    image = tf.image.random_flip_left_right(image)
    image = tf.image.random_brightness(image, max_delta=0.2)
    return image, label


train_ds = tf.data.Dataset.from_tensor_slices((images, labels))
train_ds = train_ds.map(augment, num_parallel_calls=tf.data.AUTOTUNE).cache().shuffle(1000).batch(32)
model.fit(train_ds, epochs=10)
