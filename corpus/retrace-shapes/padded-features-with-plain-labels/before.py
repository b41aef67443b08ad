import tensorflow as tf


def source():
    yield [1, 2], 1


dataset = tf.data.Dataset.from_generator(source, (tf.int32, tf.int32), ([None], []))
dataset = dataset.padded_batch(4, padded_shapes=([None], []))


@tf.function
def weights(labels):
    return tf.cast(labels, tf.float32) / 2.0


for batch, (tokens, labels) in enumerate(dataset):
    weights(labels)
    weights(tf.constant(batch))
