import tensorflow as tf
from tensorflow.keras import layers

data_augmentation = tf.keras.Sequential([
    layers.RandomFlip("horizontal"),
    layers.RandomRotation(0.1),
])

train_ds = tf.keras.utils.image_dataset_from_directory("flowers", image_size=(180, 180))
train_ds = train_ds.map(lambda x, y: (data_augmentation(x, training=True), y))
train_ds = train_ds.cache().prefetch(tf.data.AUTOTUNE)
model.fit(train_ds, epochs=5)
