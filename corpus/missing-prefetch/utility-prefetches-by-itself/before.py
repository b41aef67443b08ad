import tensorflow as tf

train_ds = tf.keras.utils.image_dataset_from_directory("flowers")
train_ds = train_ds.map(lambda x, y: (x / 255.0, y), num_parallel_calls=tf.data.AUTOTUNE)
model.fit(train_ds)
