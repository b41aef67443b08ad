import tensorflow as tf


@tf.function
def embed(dataset, encoder):
    codes, labels = [], []
    for image, label in dataset:
        codes.append(encoder(image)), labels.append(label)
    return codes, labels


def pairs(batches):
    left, right = [], []
    for a, b in batches:
        left.append(a), right.append(b)
    return tf.stack(left), tf.stack(right)
