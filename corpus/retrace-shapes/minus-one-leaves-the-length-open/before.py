import tensorflow as tf


def encode(pt, en):
    return pt, en


examples = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3], [4, 5, 6]]))
train_dataset = examples.map(lambda x: (x, x))
train_dataset = train_dataset.shuffle(3).padded_batch(1, padded_shapes=([-1], [-1]))
train_dataset = train_dataset.prefetch(tf.data.AUTOTUNE)


@tf.function
def train_step(inp, tar):
    return tf.reduce_sum(inp) + tf.reduce_sum(tar)


for epoch in range(20):
    for (batch, (inp, tar)) in enumerate(train_dataset):
        train_step(inp, tar)
