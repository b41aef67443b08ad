import tensorflow as tf

similarity = tf.keras.losses.CosineSimilarity(axis=0)


@tf.function
def similarities():
    first = tf.convert_to_tensor([[1.0, 1.0, 1.0], [1.0, 3.0, 1.0]])
    second = tf.convert_to_tensor([[1.0, 1.0, 1.0]])
    found = []
    for b in second:
        for a in first:
            found.append(-similarity(a, b))
    return tf.stack(found)


print(similarities())
