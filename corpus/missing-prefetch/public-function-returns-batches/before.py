"""Input of the models."""
import tensorflow as tf


def train_input(files, batch_size):
    dataset = tf.data.TFRecordDataset(files)
    dataset = dataset.shuffle(1000).repeat()
    return dataset.batch(batch_size)
