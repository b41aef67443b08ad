import tensorflow as tf

base = tf.keras.applications.MobileNetV2(include_top=False)


def augment(image, label):
    return tf.image.random_flip_left_right(image), label


ds = tf.data.Dataset.from_tensor_slices((images, labels)).batch(32).map(augment)
ds = ds.map(lambda images, labels: (base(images, training=False), labels)).cache()
head.fit(ds, epochs=30)
