"""Readers that other modules compose."""
import tensorflow as tf


def read(files):
    return tf.data.TFRecordDataset(files).map(parse, num_parallel_calls=tf.data.AUTOTUNE)


def shuffled(files):
    dataset = tf.data.TFRecordDataset(files).batch(32)
    return dataset.unbatch().shuffle(1000)
