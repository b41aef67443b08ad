"""Reading the colours."""
import tensorflow as tf


def load_dataset(path, batch_size):
    dataset = tf.data.TextLineDataset(path).skip(1).map(parse, num_parallel_calls=4)
    dataset = dataset.shuffle(buffer_size=10000)
    dataset = dataset.padded_batch(batch_size, padded_shapes=([None], [None, None])).prefetch(tf.data.AUTOTUNE)
    return dataset
