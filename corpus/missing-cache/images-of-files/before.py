import tensorflow as tf


def load(path, label):
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    return tf.image.resize(image, [224, 224]) / 255.0, label


train_ds = tf.data.Dataset.from_tensor_slices((paths, labels))
train_ds = train_ds.map(load, num_parallel_calls=tf.data.AUTOTUNE)
train_ds = train_ds.shuffle(1000).batch(32).prefetch(tf.data.AUTOTUNE)

model.fit(train_ds, epochs=10)
