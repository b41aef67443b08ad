import tensorflow as tf

train = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .repeat()
    .batch(32)
    .prefetch(2)
    .shuffle(100)
)
model.fit(train, steps_per_epoch=50, epochs=5)
