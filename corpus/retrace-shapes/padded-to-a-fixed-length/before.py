import tensorflow as tf


@tf.function
def total(tokens):
    return tf.reduce_sum(tokens)


def lines():
    yield [1, 2]


MAX = 100
source = tf.data.Dataset.from_generator(lines, output_signature=tf.TensorSpec([None], tf.int32))
for x in source.padded_batch(4, padded_shapes=[100]):
    total(x)
for x in source.padded_batch(4, padded_shapes=[MAX]):
    total(x)
for x in source.padded_batch(4).map(lambda x: tf.reduce_sum(x, axis=1)):
    total(x)
for x in source.bucket_by_sequence_length(len, [10, 20], [4, 4, 4], pad_to_bucket_boundary=True):
    total(x)
