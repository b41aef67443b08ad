import tensorflow as tf


def _finish(dataset, batch_size):
    return dataset.batch(batch_size).prefetch(tf.data.AUTOTUNE)


train = _finish(tf.data.Dataset.from_tensor_slices((x, y)), 32)
model.fit(train)
