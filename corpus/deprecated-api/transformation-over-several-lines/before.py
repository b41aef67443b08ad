import tensorflow as tf


def batch_by_length(dataset, boundaries, sizes):
    # Sentences of about the same length go together.
    return dataset.map(lambda x: x).apply(
        tf.data.experimental.bucket_by_sequence_length(
            lambda sentence: tf.shape(sentence)[0],
            bucket_boundaries=boundaries,
            bucket_batch_sizes=sizes,
            drop_remainder=True))
