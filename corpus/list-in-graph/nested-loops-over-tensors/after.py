import tensorflow as tf

similarity = tf.keras.losses.CosineSimilarity(axis=0)


@tf.function
def similarities():
    first = tf.convert_to_tensor([[1.0, 1.0, 1.0], [1.0, 3.0, 1.0]])
    second = tf.convert_to_tensor([[1.0, 1.0, 1.0]])
    found = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=())
    for b in second:
        for a in first:
            found = found.write(found.size(), -similarity(a, b))
    return found.stack()


print(similarities())
