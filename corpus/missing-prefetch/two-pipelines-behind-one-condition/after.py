import tensorflow as tf

train_ds = tf.data.Dataset.from_tensor_slices(train).batch(32)
val_ds = tf.data.Dataset.from_tensor_slices(val).batch(32)
if fraction < 1.0:
    train_ds = train_ds.take(int(len(train) * fraction))
    val_ds = val_ds.take(int(len(val) * fraction))
train_ds = train_ds.prefetch(tf.data.AUTOTUNE)
val_ds = val_ds.prefetch(tf.data.AUTOTUNE)

model.fit(train_ds, validation_data=val_ds)
