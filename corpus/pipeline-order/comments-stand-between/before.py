import tensorflow as tf

ds = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .shuffle(1000)  # shuffle everything
    .batch(64)  # and make batches
    .cache()
)
model.fit(ds, epochs=4)
