import tensorflow as tf

train_ds = tf.keras.utils.image_dataset_from_directory("flowers", image_size=(180, 180), batch_size=32)
val_ds = tf.keras.preprocessing.image_dataset_from_directory("flowers_val")
class_names = train_ds.class_names
model.fit(train_ds, validation_data=val_ds)
