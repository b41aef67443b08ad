import tensorflow as tf


@tf.function
def encode(x: tf.Tensor):
    features = {}
    outputs = []
    count = 0
    for size in (1, 2):
        count += 1
        features[size] = x * size
        outputs.append(x + count)

    def inner(y):
        nonlocal count
        count += 1
        features["y"] = y
        return y * count

    return inner(x), features, outputs
