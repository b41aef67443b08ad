import tensorflow as tf

AUTOTUNE = tf.data.experimental.AUTOTUNE

train_ds = tf.keras.utils.image_dataset_from_directory("flowers")
train_ds = train_ds.map(lambda x, y: (x / 255.0, y)).cache().prefetch(AUTOTUNE)
model.fit(train_ds, epochs=3)
