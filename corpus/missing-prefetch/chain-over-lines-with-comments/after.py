import tensorflow as tf
from tensorflow import keras

BATCH = 16


def load(files, model: keras.Model):
    dataset = (
        tf.data.TFRecordDataset(files)
        # one example a record
        .map(parse, num_parallel_calls=8)
        .shuffle(1000)  # more than a shard
        .batch(BATCH, drop_remainder=True)
        .prefetch(tf.data.AUTOTUNE)
    )
    return model.fit(dataset, epochs=3)
