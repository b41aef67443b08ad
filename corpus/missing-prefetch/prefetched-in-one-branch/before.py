import tensorflow as tf


def train(model, files, buffer_size=None):
    dataset = tf.data.TFRecordDataset(files).batch(32)
    if buffer_size:
        dataset = dataset.prefetch(buffer_size)
    model.fit(dataset)
